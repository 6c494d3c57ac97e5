import { createFileRoute } from '@tanstack/react-router';
import { InfluencerNotFoundPage } from '#src/features/landing/ui/influencer-not-found-page.tsx';
import { InfluencerPage } from '#src/features/landing/ui/influencer-page.tsx';
import { loadInfluencer } from '#src/features/landing/ui/public-data.ts';

export const Route = createFileRoute('/$url')({
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
