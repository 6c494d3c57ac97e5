import { createFileRoute } from '@tanstack/react-router';
import { AdultsOnlyPage } from '#src/features/storefront/legal/ui/adults-only-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/adults-only')({
  head: () =>
    documentHead({
      title: 'Adults only · Velvet Rope',
      description:
        'Velvet Rope is only for people aged 18 and over. How parents can block it with the RTA label.',
      path: '/adults-only',
      index: true,
    }),
  staticData: { kind: 'static' },
  component: AdultsOnlyPage,
});
