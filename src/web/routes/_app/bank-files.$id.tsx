import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { BankFilePage } from '#src/features/money/bank-files/ui/bank-file-page.tsx';

export const Route = createFileRoute('/_app/bank-files/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Bank File · Velvet Rope' }] }),
  component: BankFilePage,
});
