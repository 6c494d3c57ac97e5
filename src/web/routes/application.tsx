import { createFileRoute } from '@tanstack/react-router';
import { ApplicantPage } from '#src/features/content/portfolios/ui/applicant-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/application')({
  head: () =>
    documentHead({
      title: 'Your application · Velvet Rope',
      description: 'Follow your application with the link in our email.',
      path: '/application',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="application-status">
      <ApplicantPage />
    </FormRoot>
  ),
});
