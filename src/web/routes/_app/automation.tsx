import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { AutomationPage } from '#src/features/work/automation/ui/automation-page.tsx';

export const Route = createFileRoute('/_app/automation')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Automation · Velvet Rope' }] }),
  component: AutomationPage,
});
