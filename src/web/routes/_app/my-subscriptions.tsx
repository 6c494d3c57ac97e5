import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { MySubscriptionsPage } from '#src/features/money/subscriptions/ui/my-subscriptions-page.tsx';
import type { mySubscriptionsSearchSchema } from '#src/features/money/subscriptions/ui/my-subscriptions-search.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/my-subscriptions')({
  head: () => ({ meta: [{ title: 'My Subscriptions · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: addressOf<typeof mySubscriptionsSearchSchema>(),
  component: MySubscriptionsPage,
});
