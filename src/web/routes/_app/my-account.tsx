import { createFileRoute } from '@tanstack/react-router';
import { AvatarCard } from '#src/features/content/avatars/ui/avatar-card.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { MyAccountPage } from '#src/features/identity/profile/ui/my-account-page.tsx';
import { PrivacyCard } from '#src/features/privacy/erasure/ui/privacy-card.tsx';

export const Route = createFileRoute('/_app/my-account')({
  head: () => ({ meta: [{ title: 'My Account · Velvet Rope' }] }),
  beforeLoad: requireRole('admin', 'staff', 'influencer', 'subscriber'),
  component: () => <MyAccountPage avatar={<AvatarCard />} privacy={<PrivacyCard />} />,
});
