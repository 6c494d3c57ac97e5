import { createFileRoute } from '@tanstack/react-router';
import { ReportPartyPage } from '#src/features/trust/evidence/ui/report-party-page.tsx';
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
      <ReportPartyPage />
    </FormRoot>
  ),
});
