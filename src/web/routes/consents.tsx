import { createFileRoute } from '@tanstack/react-router';
import { OwnConsentsPage } from '#src/features/content/consents/ui/own-consents-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/consents')({
  head: () =>
    documentHead({
      title: 'Your consents · Velvet Rope',
      description: 'See and withdraw your consents with the private link.',
      path: '/consents',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="consents">
      <OwnConsentsPage />
    </FormRoot>
  ),
});
