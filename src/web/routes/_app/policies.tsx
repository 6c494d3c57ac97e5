import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PoliciesPage } from '#src/features/trust/policies/ui/policies-page.tsx';

export const Route = createFileRoute('/_app/policies')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Policies · Velvet Rope' }] }),
  component: PoliciesPage,
});
