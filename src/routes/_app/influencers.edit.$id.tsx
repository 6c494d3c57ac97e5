import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { EditInfluencerPage } from '#src/features/influencers/ui/edit-influencer-page.tsx';
import { editInfluencerSearchSchema } from '#src/features/influencers/ui/edit-influencer-query.ts';

export const Route = createFileRoute('/_app/influencers/edit/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Edit Influencer · Velvet Rope' }] }),
  validateSearch: editInfluencerSearchSchema,
  component: EditInfluencerPage,
});
