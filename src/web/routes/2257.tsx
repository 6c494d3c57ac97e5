import { createFileRoute, notFound } from '@tanstack/react-router';
import { CustodianPage } from '#src/features/storefront/legal/ui/custodian-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';
import { NotFoundPage } from '#src/ui/page/not-found-page.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';

export const Route = createFileRoute('/2257')({
  beforeLoad: () => {
    // Without a custodian there is no statement.
    if (!pageContext().agency?.recordsCustodian) throw notFound();
  },
  head: () =>
    documentHead({
      title: '18 U.S.C. 2257 Compliance Statement · Velvet Rope',
      description:
        'Where the records of the people depicted on Velvet Rope are, and who is their custodian.',
      path: '/2257',
    }),
  staticData: { kind: 'static' },
  component: CustodianPage,
  notFoundComponent: NotFoundPage,
});
