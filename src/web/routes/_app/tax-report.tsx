import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { taxReportSearchSchema } from '#src/features/money/invoices/ui/invoices-queries.ts';
import { TaxReportPage } from '#src/features/money/invoices/ui/tax-report-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/tax-report')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Tax Report · Velvet Rope' }] }),
  validateSearch: addressOf<typeof taxReportSearchSchema>(),
  component: TaxReportPage,
});
