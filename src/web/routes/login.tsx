import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/login')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/auth', search: location.search, replace: true });
  },
});
