import { createFileRoute } from '@tanstack/react-router';
import { platformJsonLd } from '#src/features/storefront/influencer-page/ui/structured-data.ts';
import { AgeGate } from '#src/features/storefront/landing/ui/age-gate.tsx';
import { LandingPage } from '#src/features/storefront/landing/ui/landing-page.tsx';
import { loadFeatured } from '#src/features/storefront/landing/ui/load-featured.ts';
import { documentHead } from '#src/ui/page/document-head.ts';
import { ErrorPage } from '#src/ui/page/error-page.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';

export const Route = createFileRoute('/')({
  head: () =>
    documentHead({
      title: 'Velvet Rope · Private pages, month by month',
      description:
        'A private, adults-only marketplace. Follow the influencers you like for one monthly price each.',
      path: '/',
      index: true,
      jsonLd: platformJsonLd(pageContext().origin),
    }),
  staticData: { kind: 'static' },
  loader: async () => {
    const { viewer } = pageContext();
    return { featured: await loadFeatured(viewer), viewer };
  },
  errorComponent: ErrorPage,
  component: function LandingRoute() {
    const { featured, viewer } = Route.useLoaderData();
    return (
      <AgeGate viewer={viewer} path="/">
        <LandingPage featured={featured} viewer={viewer} />
      </AgeGate>
    );
  },
});
