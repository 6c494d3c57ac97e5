import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ComplianceReportPage } from '#src/features/trust/compliance-report/ui/compliance-report-page.tsx';
import { monthSchema } from '#src/lib/locale/months.ts';

export const Route = createFileRoute('/_app/complaints_/report')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Compliance Report · Velvet Rope' }] }),
  validateSearch: z.object({ month: monthSchema.optional().catch(undefined) }),
  component: ComplianceReportPage,
});
