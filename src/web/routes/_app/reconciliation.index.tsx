import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ReconciliationPage } from '#src/features/money/reconciliation/ui/reconciliation-page.tsx';
import type { reconciliationItemsList } from '#src/features/money/reconciliation/ui/reconciliation-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/reconciliation/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Reconciliation · Velvet Rope' }] }),
  validateSearch: addressOf<typeof reconciliationItemsList>(),
  component: ReconciliationPage,
});
