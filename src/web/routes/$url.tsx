import { createFileRoute, notFound } from '@tanstack/react-router';
import { influencerHead } from '#src/features/storefront/influencer-page/ui/influencer-head.ts';
import { InfluencerNotFoundPage } from '#src/features/storefront/influencer-page/ui/influencer-not-found-page.tsx';
import { InfluencerPage } from '#src/features/storefront/influencer-page/ui/influencer-page.tsx';
import { loadInfluencer } from '#src/features/storefront/influencer-page/ui/load-influencer.ts';
import { AgeGate } from '#src/features/storefront/landing/ui/age-gate.tsx';
import { isReservedSlug } from '#src/lib/slug.ts';
import { documentHead } from '#src/ui/page/document-head.ts';
import { ErrorPage } from '#src/ui/page/error-page.tsx';
import { NotFoundPage } from '#src/ui/page/not-found-page.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';

export const Route = createFileRoute('/$url')({
  beforeLoad: ({ params }) => {
    // A reserved address without a page is an unknown page, not a missing influencer.
    if (isReservedSlug(params.url)) throw notFound();
  },
  staticData: { kind: 'static' },
  loader: async ({ params }) => {
    const { viewer } = pageContext();
    return { influencer: await loadInfluencer(params.url, viewer), viewer };
  },
  head: ({ params, match, loaderData }) =>
    loaderData
      ? influencerHead(loaderData.influencer, pageContext().origin)
      : documentHead({
          title: `${errorTitle(params.url, match.status)} · Velvet Rope`,
          description: 'There’s nothing to see here.',
          path: `/${params.url}`,
        }),
  component: function InfluencerRoute() {
    const { influencer, viewer } = Route.useLoaderData();
    return (
      <AgeGate viewer={viewer} path={`/${influencer.publicUrl}`} host={influencer.fullName}>
        <InfluencerPage influencer={influencer} viewer={viewer} />
      </AgeGate>
    );
  },
  errorComponent: ErrorPage,
  notFoundComponent: UrlNotFound,
});

function errorTitle(url: string, status: string): string {
  if (status === 'error') return 'Not available';
  return isReservedSlug(url) ? 'Page not found' : 'Influencer Not Found';
}

function UrlNotFound() {
  const { url } = Route.useParams();
  return isReservedSlug(url) ? <NotFoundPage /> : <InfluencerNotFoundPage />;
}
