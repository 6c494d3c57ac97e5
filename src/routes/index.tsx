import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '#src/features/landing/ui/landing-page.tsx';
import { loadFeatured } from '#src/features/landing/ui/public-data.ts';

export const Route = createFileRoute('/')({
  head: () => ({
    meta: [
      { title: 'Velvet Rope · Private pages, month by month' },
      {
        name: 'description',
        content:
          'A private, adults-only marketplace. Follow the influencers you like for one monthly price each.',
      },
    ],
  }),
  loader: loadFeatured,
  component: function LandingRoute() {
    return <LandingPage featured={Route.useLoaderData()} />;
  },
});
