import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { reconciliationRunsList } from '#src/features/money/reconciliation/ui/reconciliation-queries.ts';
import { ReconciliationRunsPage } from '#src/features/money/reconciliation/ui/reconciliation-runs-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/reconciliation/runs')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Comparisons · Velvet Rope' }] }),
  validateSearch: addressOf<typeof reconciliationRunsList>(),
  component: ReconciliationRunsPage,
});
