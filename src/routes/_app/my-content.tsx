import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { MyContentPage } from '#src/features/posts/ui/my-content-page.tsx';

export const Route = createFileRoute('/_app/my-content')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Content · Velvet Rope' }] }),
  component: MyContentPage,
});
