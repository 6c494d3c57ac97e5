import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { quarterSchema } from '#src/features/money/invoices/invoices.schema.ts';
import { TaxReportPage } from '#src/features/money/invoices/ui/tax-report-page.tsx';

export const Route = createFileRoute('/_app/tax-report')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Tax Report · Velvet Rope' }] }),
  validateSearch: z.object({ quarter: quarterSchema.optional().catch(undefined) }),
  component: TaxReportPage,
});
