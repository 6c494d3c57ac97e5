import { createFileRoute } from '@tanstack/react-router';
import { InfluencersPage } from '#src/features/backoffice/influencer-records/ui/influencers-page.tsx';
import type { influencersList } from '#src/features/backoffice/influencer-records/ui/record-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/influencers/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Influencers · Velvet Rope' }] }),
  validateSearch: addressOf<typeof influencersList>(),
  component: InfluencersPage,
});
