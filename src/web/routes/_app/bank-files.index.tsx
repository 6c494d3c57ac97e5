import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { BankFilesPage } from '#src/features/money/bank-files/ui/bank-files-page.tsx';
import type { bankFilesList } from '#src/features/money/bank-files/ui/bank-files-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/bank-files/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Bank Files · Velvet Rope' }] }),
  validateSearch: addressOf<typeof bankFilesList>(),
  component: BankFilesPage,
});
