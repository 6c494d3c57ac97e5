import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { missingAgreementsList } from '#src/features/trust/agreements/ui/agreements-queries.ts';
import { MissingAgreementsPage } from '#src/features/trust/agreements/ui/missing-agreements-page.tsx';

export const Route = createFileRoute('/_app/agreements/missing')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Missing Agreements · Velvet Rope' }] }),
  validateSearch: missingAgreementsList.searchSchema,
  component: MissingAgreementsPage,
});
