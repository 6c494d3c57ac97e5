import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '#src/features/storefront/legal/ui/terms-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/terms')({
  head: () =>
    documentHead({
      title: 'Terms of Service · Velvet Rope',
      description:
        'The agreement between you and the agency that runs Velvet Rope: subscriptions, renewal, cancelling, rules and disputes.',
      path: '/terms',
      index: true,
    }),
  staticData: { kind: 'static' },
  component: TermsPage,
});
