import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ComplianceReportPage } from '#src/features/trust/compliance-report/ui/compliance-report-page.tsx';
import type { complianceReportSearchSchema } from '#src/features/trust/compliance-report/ui/compliance-report-query.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/complaints_/report')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Compliance Report · Velvet Rope' }] }),
  validateSearch: addressOf<typeof complianceReportSearchSchema>(),
  component: ComplianceReportPage,
});
