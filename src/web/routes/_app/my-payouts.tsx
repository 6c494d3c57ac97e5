import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { MyPayoutsPage } from '#src/features/money/payouts/ui/my-payouts-page.tsx';
import type { myPayoutsSearchSchema } from '#src/features/money/payouts/ui/my-payouts-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/my-payouts')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Payouts · Velvet Rope' }] }),
  validateSearch: addressOf<typeof myPayoutsSearchSchema>(),
  component: MyPayoutsPage,
});
