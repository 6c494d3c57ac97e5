import { createFileRoute } from '@tanstack/react-router';
import { BlockedFilesPage } from '#src/features/content/blocked-files/ui/blocked-files-page.tsx';
import type { blockedFilesList } from '#src/features/content/blocked-files/ui/blocked-files-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/vault_/blocked-files')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Blocked Files · Velvet Rope' }] }),
  validateSearch: addressOf<typeof blockedFilesList>(),
  component: BlockedFilesPage,
});
