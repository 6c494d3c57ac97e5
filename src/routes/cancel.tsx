import { createFileRoute } from '@tanstack/react-router';
import { CancelPage } from '#src/features/subscriptions/ui/cancel-page.tsx';
import { documentHead } from '#src/ui/document-head.ts';
import { FormRoot } from '#src/ui/form-root.tsx';

export const Route = createFileRoute('/cancel')({
  head: () =>
    documentHead({
      title: 'Stop the renewals · Velvet Rope',
      description: 'Stop the renewals of a subscription through the link in our mail.',
      path: '/cancel',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="cancel">
      <CancelPage />
    </FormRoot>
  ),
});
