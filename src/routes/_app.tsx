import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { AppLayout } from '#src/features/dashboard/ui/app-layout.tsx';
import { NOT_INDEXED } from '#src/ui/document-head.ts';
import { Loading } from '#src/ui/loading.tsx';

// Signed-in screens are rendered in the browser; their data comes from the API alone.
export const Route = createFileRoute('/_app')({
  ssr: false,
  head: () => ({ meta: [NOT_INDEXED] }),
  beforeLoad: requireRole(),
  pendingMs: 0,
  pendingComponent: Loading,
  component: AppLayout,
});
