import { createFileRoute, notFound } from '@tanstack/react-router';
import { InfluencerNotFoundPage } from '#src/features/storefront/influencer-page/ui/influencer-not-found-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

// The server redirects older addresses of influencers; all other addresses end here.
export const Route = createFileRoute('/influencer/$')({
  staticData: { kind: 'static' },
  loader: () => {
    throw notFound();
  },
  head: () =>
    documentHead({
      title: 'Influencer Not Found · Velvet Rope',
      description: 'There’s no page at this address on Velvet Rope.',
      path: '/influencer',
    }),
  notFoundComponent: InfluencerNotFoundPage,
});
