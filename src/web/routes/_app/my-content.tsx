import { createFileRoute } from '@tanstack/react-router';
import type { myContentSearchSchema } from '#src/features/content/studio/ui/content-posts.ts';
import { MyContentPage } from '#src/features/content/studio/ui/my-content-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/my-content')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Content · Velvet Rope' }] }),
  validateSearch: addressOf<typeof myContentSearchSchema>(),
  component: MyContentPage,
});
