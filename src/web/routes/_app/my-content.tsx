import { createFileRoute } from '@tanstack/react-router';
import { ownContentSearchSchema } from '#src/features/content/studio/ui/content-posts.ts';
import { MyContentPage } from '#src/features/content/studio/ui/my-content-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/my-content')({
  validateSearch: ownContentSearchSchema,
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Content · Velvet Rope' }] }),
  component: MyContentPage,
});
