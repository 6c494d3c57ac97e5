import { createFileRoute } from '@tanstack/react-router';
import { BannedTermsPage } from '#src/features/backoffice/banned-term-list/ui/banned-terms-page.tsx';
import type { bannedTermsList } from '#src/features/backoffice/banned-term-list/ui/banned-terms-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/banned-terms')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Banned Terms · Velvet Rope' }] }),
  validateSearch: addressOf<typeof bannedTermsList>(),
  component: BannedTermsPage,
});
