import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { EarningsPage } from '#src/features/money/earnings/ui/earnings-page.tsx';
import { earningsSearchSchema } from '#src/features/money/earnings/ui/earnings-queries.ts';

export const Route = createFileRoute('/_app/earnings')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'Earnings · Velvet Rope' }] }),
  validateSearch: earningsSearchSchema,
  component: EarningsPage,
});
