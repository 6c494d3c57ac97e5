import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { StatementPage } from '#src/features/money/payouts/ui/statement/statement-page.tsx';

export const Route = createFileRoute('/_app/statements/$payoutId')({
  beforeLoad: requireRole('admin', 'staff', 'influencer'),
  head: () => ({ meta: [{ title: 'Payout Statement · Velvet Rope' }] }),
  component: StatementPage,
});
