import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { reconciliationRunsList } from '#src/features/money/reconciliation/ui/reconciliation-queries.ts';
import { ReconciliationRunsPage } from '#src/features/money/reconciliation/ui/reconciliation-runs-page.tsx';

export const Route = createFileRoute('/_app/reconciliation/runs')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Comparisons · Velvet Rope' }] }),
  validateSearch: reconciliationRunsList.searchSchema,
  component: ReconciliationRunsPage,
});
