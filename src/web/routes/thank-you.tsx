import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '#src/features/agency/applications/ui/wizard/thank-you-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/thank-you')({
  staticData: { kind: 'static' },
  head: () =>
    documentHead({
      title: 'Thank you · Velvet Rope',
      description: 'Your application is with us. You hear from the team within 48 hours.',
      path: '/thank-you',
    }),
  component: ThankYouPage,
});
