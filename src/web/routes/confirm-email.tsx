import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#src/features/identity/email-addresses/ui/confirm-email-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/confirm-email')({
  head: () =>
    documentHead({
      title: 'Confirm your email address · Velvet Rope',
      description: 'Confirm the email address of your Velvet Rope account.',
      path: '/confirm-email',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="confirm-email">
      <ConfirmEmailPage />
    </FormRoot>
  ),
});
