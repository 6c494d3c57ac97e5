import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { AgreementsPage } from '#src/features/trust/agreements/ui/agreements-page.tsx';
import { signedAgreementsList } from '#src/features/trust/agreements/ui/agreements-queries.ts';

export const Route = createFileRoute('/_app/agreements/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Agreements · Velvet Rope' }] }),
  validateSearch: signedAgreementsList.searchSchema,
  component: AgreementsPage,
});
