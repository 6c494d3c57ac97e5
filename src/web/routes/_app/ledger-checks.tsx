import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { LedgerChecksPage } from '#src/features/money/ledger-checks/ui/ledger-checks-page.tsx';
import { ledgerFindingsList } from '#src/features/money/ledger-checks/ui/ledger-checks-queries.ts';

export const Route = createFileRoute('/_app/ledger-checks')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Ledger Checks · Velvet Rope' }] }),
  validateSearch: ledgerFindingsList.searchSchema,
  component: LedgerChecksPage,
});
