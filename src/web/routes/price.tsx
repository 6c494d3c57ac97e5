import { createFileRoute } from '@tanstack/react-router';
import { PricePage } from '#src/features/money/subscriptions/ui/price-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/price')({
  head: () =>
    documentHead({
      title: 'A new price · Velvet Rope',
      description: 'Accept or decline the new price of a subscription with the link in our email.',
      path: '/price',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="price">
      <PricePage />
    </FormRoot>
  ),
});
