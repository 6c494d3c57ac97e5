import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { EditInfluencerPage } from '#src/features/influencers/ui/edit-influencer-page.tsx';

export const Route = createFileRoute('/_app/influencers/edit/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Edit Influencer · Velvet Rope' }] }),
  component: EditInfluencerPage,
});
