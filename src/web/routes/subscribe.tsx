import { createFileRoute } from '@tanstack/react-router';
import { FanSignupPage } from '#src/features/identity/fan-sign-up/ui/fan-signup-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/subscribe')({
  head: () =>
    documentHead({
      title: 'Join · Velvet Rope',
      description:
        'Sign up as a fan in a few steps and follow the influencers you like, for one monthly price each. For adults only.',
      path: '/subscribe',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="fan-sign-up">
      <FanSignupPage />
    </FormRoot>
  ),
});
