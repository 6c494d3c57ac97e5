import { createFileRoute } from '@tanstack/react-router';
import { SubscribePage } from '#src/features/marketplace/ui/subscribe-page.tsx';

// Open to everyone, and without the frame of the signed-in screens.
export const Route = createFileRoute('/marketplace/subscribe/$url')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Subscribe · Velvet Rope' }] }),
  component: SubscribePage,
});
