import { createFileRoute, notFound } from '@tanstack/react-router';
import { DebugPage } from '#src/features/accounts/ui/debug-page.tsx';
import { hasDebug } from '#src/features/accounts/ui/debug-query.ts';
import { NOT_INDEXED } from '#src/ui/document-head.ts';
import { Loading } from '#src/ui/loading.tsx';

// The server sees to it that outside of development and the demo it is the 404 page.
export const Route = createFileRoute('/debug')({
  ssr: 'data-only',
  head: () => ({ meta: [{ title: 'Debug · Velvet Rope' }, NOT_INDEXED] }),
  loader: async () => {
    if (!(await hasDebug())) throw notFound();
  },
  pendingComponent: Loading,
  component: DebugPage,
});
