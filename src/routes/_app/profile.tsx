import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#src/features/accounts/ui/profile-page.tsx';
import { requireRole } from '#src/features/accounts/ui/session.ts';

export const Route = createFileRoute('/_app/profile')({
  head: () => ({ meta: [{ title: 'Profile · Velvet Rope' }] }),
  beforeLoad: requireRole('admin', 'staff', 'influencer'),
  component: ProfilePage,
});
