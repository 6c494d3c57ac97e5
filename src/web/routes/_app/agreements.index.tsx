import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { AgreementsPage } from '#src/features/trust/agreements/ui/agreements-page.tsx';
import type { signedAgreementsList } from '#src/features/trust/agreements/ui/agreements-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/agreements/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Agreements · Velvet Rope' }] }),
  validateSearch: addressOf<typeof signedAgreementsList>(),
  component: AgreementsPage,
});
