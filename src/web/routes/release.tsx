import { createFileRoute } from '@tanstack/react-router';
import { OwnReleasePage } from '#src/features/trust/releases/ui/own-release-page.tsx';
import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/release')({
  head: () =>
    documentHead({
      title: 'Model release · Velvet Rope',
      description: 'Confirm who you are and sign a model release with the private link.',
      path: '/release',
    }),
  staticData: { kind: 'form' },
  component: () => (
    <FormRoot name="release">
      <OwnReleasePage />
    </FormRoot>
  ),
});
