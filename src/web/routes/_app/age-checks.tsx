import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { AgeOverviewPage } from '#src/features/trust/age-checks/ui/age-overview-page.tsx';

export const Route = createFileRoute('/_app/age-checks')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Age Checks · Velvet Rope' }] }),
  component: AgeOverviewPage,
});
