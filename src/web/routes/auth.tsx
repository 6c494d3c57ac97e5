import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '#src/features/identity/auth/ui/auth-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

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
