import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#src/features/accounts/ui/setup-page.tsx';
import { documentHead } from '#src/ui/document-head.ts';
import { FormRoot } from '#src/ui/form-root.tsx';

export const Route = createFileRoute('/setup')({
  head: () =>
    documentHead({
      title: 'Set up · Velvet Rope',
      description: 'Make the first account of this house.',
      path: '/setup',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="first-admin">
      <SetupPage />
    </FormRoot>
  ),
});
