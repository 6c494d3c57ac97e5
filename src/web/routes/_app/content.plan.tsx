import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '#src/features/content/planning/ui/plan-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/content/plan')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Schedule files · Velvet Rope' }] }),
  component: PlanPage,
});
