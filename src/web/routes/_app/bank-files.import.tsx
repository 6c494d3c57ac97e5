import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { BankReturnPage } from '#src/features/money/bank-files/ui/bank-return-page.tsx';

export const Route = createFileRoute('/_app/bank-files/import')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Import Bank Report · Velvet Rope' }] }),
  component: BankReturnPage,
});
