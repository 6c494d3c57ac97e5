import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { feedSearchSchema } from '#src/features/content/feed/ui/feed-search.ts';
import { MyFeedPage } from '#src/features/content/feed/ui/my-feed-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

// Only an empty feed shows them, and few feeds are empty.
const RecommendedForFan = lazy(async () => ({
  default: (await import('#src/features/storefront/marketplace/ui/recommended-influencers.tsx'))
    .RecommendedForFan,
}));

export const Route = createFileRoute('/_app/my-feed')({
  head: () => ({ meta: [{ title: 'My Feed · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: addressOf<typeof feedSearchSchema>(),
  component: () => (
    <MyFeedPage
      recommended={
        <Suspense>
          <RecommendedForFan />
        </Suspense>
      }
    />
  ),
});
