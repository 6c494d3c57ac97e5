import { createFileRoute } from '@tanstack/react-router';
import { VaultPage } from '#src/features/content/vault/ui/vault-page.tsx';
import type { vaultSearchSchema } from '#src/features/content/vault/ui/vault-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/vault')({
  beforeLoad: requireRole('admin', 'staff', 'influencer'),
  head: () => ({ meta: [{ title: 'Vault · Velvet Rope' }] }),
  validateSearch: addressOf<typeof vaultSearchSchema>(),
  component: VaultPage,
});
