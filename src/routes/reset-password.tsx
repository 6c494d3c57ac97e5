import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '#src/features/accounts/ui/reset-password-page.tsx';
import { documentHead } from '#src/ui/document-head.ts';

export const Route = createFileRoute('/reset-password')({
  head: () =>
    documentHead({
      title: 'Choose a new password · Velvet Rope',
      description: 'Choose a new password for your Velvet Rope account.',
      path: '/reset-password',
    }),
  component: ResetPasswordPage,
});
