import { createFileRoute } from '@tanstack/react-router';
import { InfluencersPage } from '#src/features/backoffice/influencer-records/ui/influencers-page.tsx';
import { influencersList } from '#src/features/backoffice/influencer-records/ui/record-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/influencers/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Influencers · Velvet Rope' }] }),
  validateSearch: influencersList.searchSchema,
  component: InfluencersPage,
});
