import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PaymentEventsPage } from '#src/features/money/payments/ui/payment-events-page.tsx';
import type { paymentEventsList } from '#src/features/money/payments/ui/payment-events-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/payment-events')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Payment Events · Velvet Rope' }] }),
  validateSearch: addressOf<typeof paymentEventsList>(),
  component: PaymentEventsPage,
});
