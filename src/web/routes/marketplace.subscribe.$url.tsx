import { createFileRoute } from '@tanstack/react-router';
import { SubscribePage } from '#src/features/storefront/marketplace/ui/subscribe-page.tsx';
import { NOT_INDEXED } from '#src/ui/page/document-head.ts';

// Public, and without the frame of the signed-in screens.
export const Route = createFileRoute('/marketplace/subscribe/$url')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Subscribe · Velvet Rope' }, NOT_INDEXED] }),
  component: SubscribePage,
});
