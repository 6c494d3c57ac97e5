import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '#src/features/storefront/legal/ui/privacy-page.tsx';
import { documentHead } from '#src/ui/page/document-head.ts';

export const Route = createFileRoute('/privacy')({
  head: () =>
    documentHead({
      title: 'Privacy Policy · Velvet Rope',
      description:
        'What Velvet Rope knows about you, why, who else sees it, how long we keep it, and what you can do about it.',
      path: '/privacy',
      index: true,
    }),
  staticData: { kind: 'static' },
  component: PrivacyPage,
});
