import { createFileRoute } from '@tanstack/react-router';
import { CancelPage } from '#src/features/money/subscriptions/ui/cancel-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/cancel')({
  head: () =>
    documentHead({
      title: 'Cancel your subscription · Velvet Rope',
      description: 'Cancel a subscription with the link in our email.',
      path: '/cancel',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="cancel">
      <CancelPage />
    </FormRoot>
  ),
});
