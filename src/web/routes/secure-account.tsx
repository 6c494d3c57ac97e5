import { createFileRoute } from '@tanstack/react-router';
import { SecureAccountPage } from '#src/features/identity/auth/ui/secure-account-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/secure-account')({
  head: () =>
    documentHead({
      title: 'Secure your account · Velvet Rope',
      description: 'Secure your account with the link in our email.',
      path: '/secure-account',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="secure-account">
      <SecureAccountPage />
    </FormRoot>
  ),
});
