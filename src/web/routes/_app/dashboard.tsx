import { createFileRoute, redirect } from '@tanstack/react-router';
import { DashboardPage } from '#src/features/backoffice/dashboard/ui/dashboard-page.tsx';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { subscriberHome } from '#src/features/identity/auth/ui/subscriber-home.ts';

export const Route = createFileRoute('/_app/dashboard')({
  head: () => ({ meta: [{ title: 'Dashboard · Velvet Rope' }] }),
  validateSearch: ({ work }: { work?: unknown }): { work?: 'mine' } =>
    work === 'mine' ? { work } : {},
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session?.role === 'subscriber') throw redirect({ href: await subscriberHome(queryClient) });
  },
  component: DashboardPage,
});
