import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PayeeReportsPage } from '#src/features/money/payee-reports/ui/payee-reports-page.tsx';
import type { payeeReportsList } from '#src/features/money/payee-reports/ui/payee-reports-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/payee-reports')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Payee Reports · Velvet Rope' }] }),
  validateSearch: addressOf<typeof payeeReportsList>(),
  component: PayeeReportsPage,
});
