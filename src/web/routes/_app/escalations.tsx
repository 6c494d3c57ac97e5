import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { EscalationsPage } from '#src/features/trust/escalations/ui/escalations-page.tsx';

export const Route = createFileRoute('/_app/escalations')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Escalations · Velvet Rope' }] }),
  component: EscalationsPage,
});
