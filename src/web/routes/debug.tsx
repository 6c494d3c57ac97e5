import { createFileRoute, notFound } from '@tanstack/react-router';
import { DebugPage } from '#src/features/identity/auth/ui/debug-page.tsx';
import { isDebugAvailable } from '#src/features/identity/auth/ui/debug-query.ts';
import { NOT_INDEXED } from '#src/ui/page/document-head.ts';
import { Loading } from '#src/ui/page/loading.tsx';

// Outside of development and the demo, the server responds with the 404 page.
export const Route = createFileRoute('/debug')({
  loader: async () => {
    if (!(await isDebugAvailable())) throw notFound();
    return { isDebugAvailable: true };
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData ? 'Debug · Velvet Rope' : 'Page not found · Velvet Rope' },
      NOT_INDEXED,
    ],
  }),
  pendingComponent: Loading,
  component: DebugPage,
});
