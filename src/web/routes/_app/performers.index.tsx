import { createFileRoute } from '@tanstack/react-router';
import { PerformersPage } from '#src/features/agency/performers/ui/performers-page.tsx';
import { performersList } from '#src/features/agency/performers/ui/performers-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/performers/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Performers · Velvet Rope' }] }),
  validateSearch: performersList.searchSchema,
  component: PerformersPage,
});
