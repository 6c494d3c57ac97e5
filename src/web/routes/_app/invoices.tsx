import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { InvoicesPage } from '#src/features/money/invoices/ui/invoices-page.tsx';
import { invoicesList } from '#src/features/money/invoices/ui/invoices-queries.ts';

export const Route = createFileRoute('/_app/invoices')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Invoices & Taxes · Velvet Rope' }] }),
  validateSearch: invoicesList.searchSchema,
  component: InvoicesPage,
});
