import { createFileRoute } from '@tanstack/react-router';
import { AppLayout } from '#src/features/backoffice/app-frame/ui/app-layout.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { NOT_INDEXED } from '#src/ui/page/document-head.ts';
import { Loading } from '#src/ui/page/loading.tsx';

// Signed-in screens are rendered only in the browser and get their data from the API.
export const Route = createFileRoute('/_app')({
  ssr: false,
  head: () => ({ meta: [NOT_INDEXED] }),
  beforeLoad: requireRole(),
  pendingMs: 0,
  pendingComponent: Loading,
  component: AppLayout,
});
