import { CircleCheck, ShieldAlert, Trash2 } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { EscalationRow } from '../escalations.schema.ts';

type EscalationStateProps = Pick<EscalationRow, 'erasedAt' | 'submittedAt'>;

/** Whether an escalation still has to be submitted. */
export function EscalationState({ erasedAt, submittedAt }: EscalationStateProps) {
  if (erasedAt) {
    return (
      <StateBadge variant="neutral" icon={Trash2}>
        Deleted
      </StateBadge>
    );
  }
  return submittedAt ? (
    <StateBadge variant="success" icon={CircleCheck}>
      Submitted
    </StateBadge>
  ) : (
    <StateBadge variant="danger" icon={ShieldAlert}>
      To submit
    </StateBadge>
  );
}
