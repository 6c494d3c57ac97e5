import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { recordWorksList } from '#src/features/trust/record-index/ui/record-index-queries.ts';
import { RecordWorksPage } from '#src/features/trust/record-index/ui/record-works-page.tsx';

export const Route = createFileRoute('/_app/record-index/works')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Works · 2257 Records · Velvet Rope' }] }),
  validateSearch: recordWorksList.searchSchema,
  component: RecordWorksPage,
});
