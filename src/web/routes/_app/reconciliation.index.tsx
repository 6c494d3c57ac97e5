import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ReconciliationPage } from '#src/features/money/reconciliation/ui/reconciliation-page.tsx';
import { reconciliationItemsList } from '#src/features/money/reconciliation/ui/reconciliation-queries.ts';

export const Route = createFileRoute('/_app/reconciliation/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Reconciliation · Velvet Rope' }] }),
  validateSearch: reconciliationItemsList.searchSchema,
  component: ReconciliationPage,
});
