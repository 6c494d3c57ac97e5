import { createFileRoute } from '@tanstack/react-router';
import { VerifiedPage } from '#src/features/agency/performers/ui/verified-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/verified')({
  staticData: { kind: 'static' },
  head: () =>
    documentHead({
      title: 'Identity check · Velvet Rope',
      description: 'The result of your identity check reaches us by itself.',
      path: '/verified',
    }),
  component: VerifiedPage,
});
