import { createFileRoute } from '@tanstack/react-router';
import { PerformerPage } from '#src/features/agency/performers/ui/performer-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/performers/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Performer · Velvet Rope' }] }),
  component: PerformerPage,
});
