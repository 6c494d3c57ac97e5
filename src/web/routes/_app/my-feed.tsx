import { createFileRoute } from '@tanstack/react-router';
import { feedSearchSchema } from '#src/features/content/feed/ui/feed-search.ts';
import { MyFeedPage } from '#src/features/content/feed/ui/my-feed-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { RecommendedForFan } from '#src/features/storefront/marketplace/ui/recommended-influencers.tsx';

export const Route = createFileRoute('/_app/my-feed')({
  head: () => ({ meta: [{ title: 'My Feed · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: feedSearchSchema,
  component: () => <MyFeedPage recommended={<RecommendedForFan />} />,
});
