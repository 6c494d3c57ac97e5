import { createFileRoute, notFound } from '@tanstack/react-router';
import { documentHead } from '#src/ui/page/document-head.ts';
import { NotFoundPage } from '#src/ui/page/not-found-page.tsx';

export const Route = createFileRoute('/$')({
  staticData: { kind: 'static' },
  loader: () => {
    throw notFound();
  },
  head: () =>
    documentHead({
      title: 'Page not found · Velvet Rope',
      description: 'There’s no page at this address on Velvet Rope.',
      path: '/',
    }),
  notFoundComponent: NotFoundPage,
});
