import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { recordNamesList } from '#src/features/trust/record-index/ui/record-index-queries.ts';
import { RecordNamesPage } from '#src/features/trust/record-index/ui/record-names-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/record-index/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: '2257 Records · Velvet Rope' }] }),
  validateSearch: addressOf<typeof recordNamesList>(),
  component: RecordNamesPage,
});
