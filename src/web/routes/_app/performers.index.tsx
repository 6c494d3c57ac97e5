import { createFileRoute } from '@tanstack/react-router';
import { PerformersPage } from '#src/features/agency/performers/ui/performers-page.tsx';
import type { performersList } from '#src/features/agency/performers/ui/performers-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/performers/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Performers · Velvet Rope' }] }),
  validateSearch: addressOf<typeof performersList>(),
  component: PerformersPage,
});
