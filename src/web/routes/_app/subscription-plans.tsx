import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PlansPage } from '#src/features/money/plans/ui/plans-page.tsx';
import type { plansList } from '#src/features/money/plans/ui/plans-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/subscription-plans')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Subscription Plans · Velvet Rope' }] }),
  validateSearch: addressOf<typeof plansList>(),
  component: PlansPage,
});
