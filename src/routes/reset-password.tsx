import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '#src/features/accounts/ui/reset-password-page.tsx';
import { documentHead } from '#src/ui/document-head.ts';
import { FormRoot } from '#src/ui/form-root.tsx';

export const Route = createFileRoute('/reset-password')({
  head: () =>
    documentHead({
      title: 'Choose a new password · Velvet Rope',
      description: 'Choose a new password for your Velvet Rope account.',
      path: '/reset-password',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="reset-password">
      <ResetPasswordPage />
    </FormRoot>
  ),
});
