import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '#src/features/backoffice/reports/ui/reports-page.tsx';
import type { reportsSearchSchema } from '#src/features/backoffice/reports/ui/reports-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/reports')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Reports · Velvet Rope' }] }),
  validateSearch: addressOf<typeof reportsSearchSchema>(),
  component: ReportsPage,
});
