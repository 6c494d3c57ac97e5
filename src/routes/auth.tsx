import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '#src/features/accounts/ui/auth-page.tsx';

export const Route = createFileRoute('/auth')({
  head: () => ({ meta: [{ title: 'Sign In · Velvet Rope' }] }),
  component: AuthPage,
});
