import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '#src/features/identity/auth/ui/reset-password-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

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
