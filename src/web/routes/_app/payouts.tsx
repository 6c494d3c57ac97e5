import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { BankFileAction } from '#src/features/money/bank-files/ui/bank-file-dialog.tsx';
import { BankFilesLink } from '#src/features/money/bank-files/ui/bank-files-link.tsx';
import { PayoutsPage } from '#src/features/money/payouts/ui/payouts-page.tsx';
import type { payoutsList } from '#src/features/money/payouts/ui/payouts-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/payouts')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Payouts · Velvet Rope' }] }),
  validateSearch: addressOf<typeof payoutsList>(),
  component: () => (
    <PayoutsPage
      bankFiles={{
        link: <BankFilesLink />,
        action: (payouts, onDone) => <BankFileAction payouts={payouts} onDone={onDone} />,
      }}
    />
  ),
});
