import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { influencersList } from '#src/features/influencers/ui/influencer-queries.ts';
import { InfluencersPage } from '#src/features/influencers/ui/influencers-page.tsx';

export const Route = createFileRoute('/_app/influencers/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Influencers · Velvet Rope' }] }),
  validateSearch: influencersList.searchSchema,
  component: InfluencersPage,
});
