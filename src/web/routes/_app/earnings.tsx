import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { EarningsPage } from '#src/features/money/earnings/ui/earnings-page.tsx';
import type { earningsSearchSchema } from '#src/features/money/earnings/ui/earnings-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/earnings')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'Earnings · Velvet Rope' }] }),
  validateSearch: addressOf<typeof earningsSearchSchema>(),
  component: EarningsPage,
});
