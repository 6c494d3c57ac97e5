import { createFileRoute } from '@tanstack/react-router';
import { FanSignupPage } from '#src/features/accounts/ui/fan-signup-page.tsx';

export const Route = createFileRoute('/subscribe')({
  head: () => ({
    meta: [
      { title: 'Join · Velvet Rope' },
      { name: 'description', content: 'Sign up as a fan. Adults only.' },
    ],
  }),
  component: FanSignupPage,
});
