import { createFileRoute } from '@tanstack/react-router';
import { CreatorsPage } from '#src/features/storefront/landing/ui/creators-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/for-creators')({
  staticData: { kind: 'static' },
  head: () =>
    documentHead({
      title: 'For creators · Velvet Rope',
      description:
        'What you earn, when you are paid, who owns your work, and what we ask before you join.',
      path: '/for-creators',
      index: true,
    }),
  component: CreatorsPage,
});
