import { createFileRoute } from '@tanstack/react-router';
import { RestoreEmailPage } from '#src/features/identity/email-addresses/ui/restore-email-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/restore-email')({
  head: () =>
    documentHead({
      title: 'Undo the change of your email address · Velvet Rope',
      description: 'Undo a change of the email address of your Velvet Rope account.',
      path: '/restore-email',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="restore-email">
      <RestoreEmailPage />
    </FormRoot>
  ),
});
