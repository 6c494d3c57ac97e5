import { createFileRoute } from '@tanstack/react-router';
import type { influencerPostsSearchSchema } from '#src/features/content/feed/ui/feed-search.ts';
import { InfluencerPostsPage } from '#src/features/content/feed/ui/influencer-posts-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/subscriptions/$influencerId')({
  head: () => ({ meta: [{ title: 'Posts · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: addressOf<typeof influencerPostsSearchSchema>(),
  component: InfluencerPostsPage,
});
