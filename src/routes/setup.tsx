import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#src/features/accounts/ui/setup-page.tsx';

export const Route = createFileRoute('/setup')({
  head: () => ({
    meta: [{ title: 'Set up · Velvet Rope' }, { name: 'robots', content: 'noindex' }],
  }),
  component: SetupPage,
});
