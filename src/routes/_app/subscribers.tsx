import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { SubscribersPage } from '#src/features/subscriptions/ui/subscribers-page.tsx';
import { subscribersList } from '#src/features/subscriptions/ui/subscribers-queries.ts';

export const Route = createFileRoute('/_app/subscribers')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Subscribers · Velvet Rope' }] }),
  validateSearch: subscribersList.searchSchema,
  component: SubscribersPage,
});
