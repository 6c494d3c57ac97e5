import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '#src/features/accounts/ui/auth-page.tsx';
import { documentHead } from '#src/ui/document-head.ts';
import { FormRoot } from '#src/ui/form-root.tsx';

export const Route = createFileRoute('/auth')({
  head: () =>
    documentHead({
      title: 'Sign In · Velvet Rope',
      description:
        'Sign in to Velvet Rope, the private, adults-only marketplace: your feed, your subscriptions and your account.',
      path: '/auth',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="sign-in">
      <AuthPage />
    </FormRoot>
  ),
});
