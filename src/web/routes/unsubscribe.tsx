import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#src/features/identity/mail-preferences/ui/unsubscribe-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/unsubscribe')({
  head: () =>
    documentHead({
      title: 'Unsubscribe · Velvet Rope',
      description: 'Unsubscribe from Velvet Rope emails with the link in any of them.',
      path: '/unsubscribe',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="unsubscribe">
      <UnsubscribePage />
    </FormRoot>
  ),
});
