import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '#src/features/backoffice/imports/ui/import-page.tsx';
import type { importSearchSchema } from '#src/features/backoffice/imports/ui/import-search.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/import')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Import · Velvet Rope' }] }),
  validateSearch: addressOf<typeof importSearchSchema>(),
  component: ImportPage,
});
