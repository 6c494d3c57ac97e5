import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '#src/features/trust/complaints/ui/report/report-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/report')({
  head: () =>
    documentHead({
      title: 'Report content · Velvet Rope',
      description:
        'Report illegal content, content without consent, copyright, privacy or impersonation. No account is needed.',
      path: '/report',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: ReportPage,
});
