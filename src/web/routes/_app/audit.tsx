import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#src/features/backoffice/audit/ui/audit-page.tsx';
import type { auditList } from '#src/features/backoffice/audit/ui/audit-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/audit')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Audit Trail · Velvet Rope' }] }),
  validateSearch: addressOf<typeof auditList>(),
  component: AuditPage,
});
