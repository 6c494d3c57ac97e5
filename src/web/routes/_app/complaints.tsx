import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ComplaintsPage } from '#src/features/trust/complaints/ui/complaints-page.tsx';
import type { complaintsList } from '#src/features/trust/complaints/ui/complaints-queries.ts';
import { ComplaintEscalation } from '#src/features/trust/escalations/ui/complaint-escalation.tsx';
import { EvidencePanel } from '#src/features/trust/evidence/ui/evidence-panel.tsx';
import { StrikeRuleButton } from '#src/features/trust/strikes/ui/strike-rule-button.tsx';
import { StrikesNote } from '#src/features/trust/strikes/ui/strikes-note.tsx';
import { Comments } from '#src/features/work/comments/ui/comments.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/complaints')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Complaints · Velvet Rope' }] }),
  validateSearch: addressOf<typeof complaintsList>(),
  component: () => (
    <ComplaintsPage
      rules={<StrikeRuleButton />}
      strikes={(influencerId) => <StrikesNote influencerId={influencerId} />}
      panels={(id) => (
        <>
          <ComplaintEscalation complaintId={id} />
          <EvidencePanel complaintId={id} />
          <Comments record={{ kind: 'complaint', recordId: id }} />
        </>
      )}
    />
  ),
});
