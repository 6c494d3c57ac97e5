import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { recordNamesList } from '#src/features/trust/record-index/ui/record-index-queries.ts';
import { RecordNamesPage } from '#src/features/trust/record-index/ui/record-names-page.tsx';

export const Route = createFileRoute('/_app/record-index/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: '2257 Records · Velvet Rope' }] }),
  validateSearch: recordNamesList.searchSchema,
  component: RecordNamesPage,
});
