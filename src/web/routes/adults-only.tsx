import { createFileRoute } from '@tanstack/react-router';
import { AdultsOnlyPage } from '#src/features/storefront/legal/ui/adults-only-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/adults-only')({
  head: () =>
    documentHead({
      title: 'Adults only · Velvet Rope',
      description:
        'Velvet Rope is for people of 18 and older. How parents can keep it closed with the RTA label.',
      path: '/adults-only',
      index: true,
    }),
  staticData: { kind: 'static' },
  component: AdultsOnlyPage,
});
