import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { SubscribersPage } from '#src/features/money/subscribers/ui/subscribers-page.tsx';
import type { subscribersList } from '#src/features/money/subscribers/ui/subscribers-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/subscribers')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Subscribers · Velvet Rope' }] }),
  validateSearch: addressOf<typeof subscribersList>(),
  component: SubscribersPage,
});
