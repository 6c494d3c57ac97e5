import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { InvoicesPage } from '#src/features/money/invoices/ui/invoices-page.tsx';
import type { invoicesList } from '#src/features/money/invoices/ui/invoices-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/invoices')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Invoices & Taxes · Velvet Rope' }] }),
  validateSearch: addressOf<typeof invoicesList>(),
  component: InvoicesPage,
});
