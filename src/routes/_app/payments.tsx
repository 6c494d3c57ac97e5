import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { PaymentsPage } from '#src/features/billing/ui/payments-page.tsx';
import { paymentsList } from '#src/features/billing/ui/payments-queries.ts';

export const Route = createFileRoute('/_app/payments')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Payments · Velvet Rope' }] }),
  validateSearch: paymentsList.searchSchema,
  component: PaymentsPage,
});
