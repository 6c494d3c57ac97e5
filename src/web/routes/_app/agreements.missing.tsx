import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { missingAgreementsList } from '#src/features/trust/agreements/ui/agreements-queries.ts';
import { MissingAgreementsPage } from '#src/features/trust/agreements/ui/missing-agreements-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/agreements/missing')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Missing Agreements · Velvet Rope' }] }),
  validateSearch: addressOf<typeof missingAgreementsList>(),
  component: MissingAgreementsPage,
});
