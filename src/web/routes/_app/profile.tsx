import { createFileRoute } from '@tanstack/react-router';
import { requireRole, sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { ProfilePage } from '#src/features/identity/profile/ui/profile-page.tsx';
import { ContactAgencyButton } from '#src/features/work/contact/ui/contact-agency-button.tsx';

export const Route = createFileRoute('/_app/profile')({
  head: ({ match: { context } }) => {
    const session = context.queryClient.getQueryData(sessionQuery.queryKey);
    const name = session?.role === 'influencer' ? 'My Profile' : 'Settings';
    return { meta: [{ title: `${name} · Velvet Rope` }] };
  },
  beforeLoad: requireRole('admin', 'staff', 'influencer'),
  component: () => (
    <ProfilePage
      requestChange={<ContactAgencyButton topic="My profile" label="Request a change" />}
    />
  ),
});
