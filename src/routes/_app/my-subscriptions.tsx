import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { checkoutReturnSchema } from '#src/features/billing/billing.schema.ts';
import { MySubscriptionsPage } from '#src/features/subscriptions/ui/my-subscriptions-page.tsx';

export const Route = createFileRoute('/_app/my-subscriptions')({
  head: () => ({ meta: [{ title: 'My Subscriptions · Velvet Rope' }] }),
  beforeLoad: requireRole('subscriber'),
  validateSearch: checkoutReturnSchema,
  component: MySubscriptionsPage,
});
