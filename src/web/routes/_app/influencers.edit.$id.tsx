import { createFileRoute } from '@tanstack/react-router';
import { EditInfluencerPage } from '#src/features/backoffice/influencer-records/ui/edit/edit-influencer-page.tsx';
import type { editInfluencerSearchSchema } from '#src/features/backoffice/influencer-records/ui/edit/edit-influencer-query.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/influencers/edit/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Edit Influencer · Velvet Rope' }] }),
  validateSearch: addressOf<typeof editInfluencerSearchSchema>(),
  component: EditInfluencerPage,
});
