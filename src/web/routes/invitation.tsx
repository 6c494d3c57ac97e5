import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '#src/features/identity/auth/ui/reset-password-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/invitation')({
  head: () =>
    documentHead({
      title: 'Choose your password · Velvet Rope',
      description: 'Choose the password of your Velvet Rope account.',
      path: '/invitation',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="invitation">
      <InvitationPage />
    </FormRoot>
  ),
});
