import { createFileRoute, redirect } from '@tanstack/react-router';
import { subscriberHome } from '#src/features/accounts/ui/home.ts';
import { sessionQuery } from '#src/features/accounts/ui/session.ts';
import { DashboardPage } from '#src/features/dashboard/ui/dashboard-page.tsx';

export const Route = createFileRoute('/_app/dashboard')({
  head: () => ({ meta: [{ title: 'Dashboard · Velvet Rope' }] }),
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session?.role === 'subscriber') throw redirect({ href: await subscriberHome(queryClient) });
  },
  component: DashboardPage,
});
