import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ReceiptPage } from '#src/features/money/subscriptions/ui/receipt-page.tsx';

export const Route = createFileRoute('/_app/receipts/$id')({
  head: () => ({ meta: [{ title: 'Receipt · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  component: ReceiptPage,
});
