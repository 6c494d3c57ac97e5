import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#src/features/identity/auth/ui/setup-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/setup')({
  head: () =>
    documentHead({
      title: 'Set up · Velvet Rope',
      description: 'Create the first admin account.',
      path: '/setup',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="first-admin">
      <SetupPage />
    </FormRoot>
  ),
});
