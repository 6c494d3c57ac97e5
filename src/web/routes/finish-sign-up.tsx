import { createFileRoute } from '@tanstack/react-router';
import { FinishSignUpPage } from '#src/features/identity/fan-sign-up/ui/finish-sign-up-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/finish-sign-up')({
  head: () =>
    documentHead({
      title: 'Finish signing up · Velvet Rope',
      description: 'Confirm your email address to create your Velvet Rope account.',
      path: '/finish-sign-up',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="finish-sign-up">
      <FinishSignUpPage />
    </FormRoot>
  ),
});
