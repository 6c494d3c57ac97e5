import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { feedSearchSchema } from '#src/features/feed/ui/feed-search.ts';
import { MyFeedPage } from '#src/features/feed/ui/my-feed-page.tsx';

export const Route = createFileRoute('/_app/my-feed')({
  head: () => ({ meta: [{ title: 'My Feed · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: feedSearchSchema,
  component: MyFeedPage,
});
