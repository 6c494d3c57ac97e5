import { createFileRoute } from '@tanstack/react-router';
import { MyAccountPage } from '#src/features/accounts/ui/my-account-page.tsx';
import { requireRole } from '#src/features/accounts/ui/session.ts';

export const Route = createFileRoute('/_app/my-account')({
  head: () => ({ meta: [{ title: 'My Account · Velvet Rope' }] }),
  beforeLoad: requireRole('admin', 'staff', 'influencer', 'subscriber'),
  component: MyAccountPage,
});
