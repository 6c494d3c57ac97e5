import { createFileRoute } from '@tanstack/react-router';
import { DisputeEvidence } from '#src/features/backoffice/dispute-evidence/ui/dispute-evidence.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { DisputesPage } from '#src/features/money/disputes/ui/disputes-page.tsx';
import type { disputesList } from '#src/features/money/disputes/ui/disputes-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/disputes')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Disputes · Velvet Rope' }] }),
  validateSearch: addressOf<typeof disputesList>(),
  component: () => (
    <DisputesPage evidence={(dispute) => <DisputeEvidence key={dispute.id} dispute={dispute} />} />
  ),
});
