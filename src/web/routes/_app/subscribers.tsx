import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { SubscribersPage } from '#src/features/money/subscribers/ui/subscribers-page.tsx';
import { subscribersList } from '#src/features/money/subscribers/ui/subscribers-queries.ts';

export const Route = createFileRoute('/_app/subscribers')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Subscribers · Velvet Rope' }] }),
  validateSearch: subscribersList.searchSchema,
  component: SubscribersPage,
});
