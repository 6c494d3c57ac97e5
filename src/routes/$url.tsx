import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { InfluencerNotFoundPage } from '#src/features/landing/ui/influencer-not-found-page.tsx';
import { InfluencerPage } from '#src/features/landing/ui/influencer-page.tsx';
import { loadInfluencer } from '#src/features/landing/ui/public-data.ts';
import { RESERVED_SLUGS } from '#src/lib/slug.ts';

// Screens of the house that are not built yet are no missing influencers.
const isReserved = (url: string) => RESERVED_SLUGS.some((slug) => slug === url);

export const Route = createFileRoute('/$url')({
  beforeLoad: ({ params }) => {
    if (isReserved(params.url)) throw notFound({ routeId: rootRouteId });
  },
  loader: ({ params }) => loadInfluencer(params.url),
  head: ({ loaderData }) => ({
    meta: [
      { title: `${loaderData?.fullName ?? 'Influencer Not Found'} · Velvet Rope` },
      ...(loaderData?.bio ? [{ name: 'description', content: loaderData.bio }] : []),
    ],
  }),
  component: function InfluencerRoute() {
    return <InfluencerPage influencer={Route.useLoaderData()} />;
  },
  notFoundComponent: InfluencerNotFoundPage,
});
