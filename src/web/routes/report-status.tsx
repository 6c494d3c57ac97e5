import { createFileRoute } from '@tanstack/react-router';
import { ReportStatusPage } from '#src/features/trust/complaints/ui/status/report-status-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/report-status')({
  head: () =>
    documentHead({
      title: 'Your report · Velvet Rope',
      description: 'Follow your report with the private link.',
      path: '/report-status',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="report-status">
      <ReportStatusPage />
    </FormRoot>
  ),
});
