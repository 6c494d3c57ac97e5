import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#src/features/identity/auth/ui/forgot-password-page.tsx';
import { ForgotPasswordWithoutMail } from '#src/features/identity/auth/ui/forgot-password-without-mail.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';
import { pageContext } from '#src/ui/page/page-context.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () =>
    documentHead({
      title: 'Lost your password? · Velvet Rope',
      description:
        'Request a link by email and choose a new password for your Velvet Rope account.',
      path: '/forgot-password',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: () =>
    pageContext().sendsMail ? (
      <FormRoot name="forgot-password">
        <ForgotPasswordPage />
      </FormRoot>
    ) : (
      <ForgotPasswordWithoutMail />
    ),
});
