import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { influencerPostsSearchSchema } from '#src/features/feed/ui/feed-search.ts';
import { InfluencerPostsPage } from '#src/features/feed/ui/influencer-posts-page.tsx';

export const Route = createFileRoute('/_app/subscriptions/$influencerId')({
  head: () => ({ meta: [{ title: 'Posts · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: influencerPostsSearchSchema,
  component: InfluencerPostsPage,
});
