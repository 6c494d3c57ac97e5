import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { recordWorksList } from '#src/features/trust/record-index/ui/record-index-queries.ts';
import { RecordWorksPage } from '#src/features/trust/record-index/ui/record-works-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/record-index/works')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Works · 2257 Records · Velvet Rope' }] }),
  validateSearch: addressOf<typeof recordWorksList>(),
  component: RecordWorksPage,
});
