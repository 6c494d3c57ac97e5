import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { ApplicationsPage } from '#src/features/applications/ui/applications-page.tsx';
import { applicationsList } from '#src/features/applications/ui/applications-queries.ts';

export const Route = createFileRoute('/_app/applications')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Applications · Velvet Rope' }] }),
  validateSearch: applicationsList.searchSchema,
  component: ApplicationsPage,
});
