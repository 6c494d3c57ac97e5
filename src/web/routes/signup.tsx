import { createFileRoute } from '@tanstack/react-router';
import { ApplicationPage } from '#src/features/agency/applications/ui/wizard/application-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/signup')({
  head: () =>
    documentHead({
      title: 'Apply as an influencer · Velvet Rope',
      description:
        'Apply to be represented by the agency behind Velvet Rope: five short steps, and an answer within 48 hours. Adults only.',
      path: '/signup',
      index: true,
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="application">
      <ApplicationPage />
    </FormRoot>
  ),
});
