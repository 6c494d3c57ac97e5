import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#src/features/work/contact/ui/contact-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/contact')({
  head: () =>
    documentHead({
      title: 'Contact · Velvet Rope',
      description:
        'Contact the people who run Velvet Rope: accounts, payments, reports of content, copyright and privacy. Answered within 48 hours.',
      path: '/contact',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: ContactPage,
});
