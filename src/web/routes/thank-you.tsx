import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '#src/features/agency/applications/ui/wizard/thank-you-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/thank-you')({
  staticData: { kind: 'static' },
  head: () =>
    documentHead({
      title: 'Thank you · Velvet Rope',
      description: 'We’ve received your application. You’ll hear from us within 48 hours.',
      path: '/thank-you',
    }),
  component: ThankYouPage,
});
