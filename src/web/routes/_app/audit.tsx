import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#src/features/backoffice/audit/ui/audit-page.tsx';
import { auditList } from '#src/features/backoffice/audit/ui/audit-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/audit')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Audit Trail · Velvet Rope' }] }),
  validateSearch: auditList.searchSchema,
  component: AuditPage,
});
