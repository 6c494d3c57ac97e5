import { createFileRoute } from '@tanstack/react-router';
import { AgeCheckPage } from '#src/features/trust/age-checks/ui/age-check-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/age-check')({
  head: () =>
    documentHead({
      title: 'Verify your age · Velvet Rope',
      description: 'Verify that you are over 18, without telling us who you are.',
      path: '/age-check',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="age-check">
      <AgeCheckPage />
    </FormRoot>
  ),
});
