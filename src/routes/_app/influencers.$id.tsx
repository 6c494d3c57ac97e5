import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { InfluencerDetailPage } from '#src/features/influencers/ui/influencer-detail-page.tsx';

export const Route = createFileRoute('/_app/influencers/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Influencer · Velvet Rope' }] }),
  component: InfluencerDetailPage,
});
