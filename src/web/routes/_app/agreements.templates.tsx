import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { TemplatesPage } from '#src/features/trust/agreements/ui/templates-page.tsx';

export const Route = createFileRoute('/_app/agreements/templates')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Agreement Templates · Velvet Rope' }] }),
  component: TemplatesPage,
});
