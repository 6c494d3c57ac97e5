import { createFileRoute } from '@tanstack/react-router';
import { InfluencerDetailPage } from '#src/features/backoffice/influencer-records/ui/influencer-detail-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/influencers/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Influencer · Velvet Rope' }] }),
  component: InfluencerDetailPage,
});
