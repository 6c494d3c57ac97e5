import { createFileRoute } from '@tanstack/react-router';
import { loadTransparency } from '#src/features/trust/transparency/ui/load-transparency.ts';
import { TransparencyPage } from '#src/features/trust/transparency/ui/transparency-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';
import { ErrorPage } from '#src/ui/page/error-page.tsx';

export const Route = createFileRoute('/transparency')({
  head: () =>
    documentHead({
      title: 'Transparency Report · Velvet Rope',
      description:
        'Reports of content by kind, what we did about them, how long it took, and appeals, by half-year.',
      path: '/transparency',
      index: true,
    }),
  staticData: { kind: 'static' },
  loader: loadTransparency,
  errorComponent: ErrorPage,
  component: function TransparencyRoute() {
    return <TransparencyPage {...Route.useLoaderData()} />;
  },
});
