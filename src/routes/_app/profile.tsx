import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#src/features/accounts/ui/profile-page.tsx';
import { requireRole, sessionQuery } from '#src/features/accounts/ui/session.ts';

export const Route = createFileRoute('/_app/profile')({
  head: ({ match: { context } }) => {
    const session = context.queryClient.getQueryData(sessionQuery.queryKey);
    const name = session?.role === 'influencer' ? 'My Profile' : 'Settings';
    return { meta: [{ title: `${name} · Velvet Rope` }] };
  },
  beforeLoad: requireRole('admin', 'staff', 'influencer'),
  component: ProfilePage,
});
