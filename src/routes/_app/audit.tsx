import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { AuditPage } from '#src/features/audit/ui/audit-page.tsx';
import { auditList } from '#src/features/audit/ui/audit-queries.ts';

export const Route = createFileRoute('/_app/audit')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Audit Trail · Velvet Rope' }] }),
  validateSearch: auditList.searchSchema,
  component: AuditPage,
});
