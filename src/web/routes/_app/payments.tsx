import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PaymentsPage } from '#src/features/money/payment-list/ui/payments-page.tsx';
import type { paymentsList } from '#src/features/money/payment-list/ui/payments-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/payments')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Payments · Velvet Rope' }] }),
  validateSearch: addressOf<typeof paymentsList>(),
  component: PaymentsPage,
});
