import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { LedgerChecksPage } from '#src/features/money/ledger-checks/ui/ledger-checks-page.tsx';
import type { ledgerFindingsList } from '#src/features/money/ledger-checks/ui/ledger-checks-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/ledger-checks')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Ledger Checks · Velvet Rope' }] }),
  validateSearch: addressOf<typeof ledgerFindingsList>(),
  component: LedgerChecksPage,
});
