import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireRole, sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { ReceiptPage } from '#src/features/money/subscriptions/ui/receipt-page.tsx';

export const Route = createFileRoute('/_app/receipts/$id')({
  head: () => ({ meta: [{ title: 'Receipt · Velvet Rope' }] }),
  beforeLoad: async (input) => {
    const session = await input.context.queryClient.ensureQueryData(sessionQuery);
    // A fan may have sent the address of a receipt to the staff.
    if (session?.role === 'admin' || session?.role === 'staff') {
      throw redirect({ to: '/payments', search: { payment: input.params.id } });
    }
    await requireRole('subscriber')(input);
  },
  component: ReceiptPage,
});
