import { CircleCheck, CircleX, Hourglass, Send, TriangleAlert } from 'lucide-react';
import type { DisputeStage, DisputeStatus } from '#src/features/money/payments/billing.schema.ts';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { STAGE_LABELS, STATUS_LABELS } from '../disputes.rules.ts';

const APPEARANCES: Record<DisputeStatus, { variant: StateBadgeVariant; icon: typeof CircleCheck }> =
  {
    opened: { variant: 'warning', icon: TriangleAlert },
    challenged: { variant: 'neutral', icon: Send },
    accepted: { variant: 'neutral', icon: CircleCheck },
    expired: { variant: 'danger', icon: Hourglass },
    cancelled: { variant: 'neutral', icon: CircleCheck },
    won: { variant: 'success', icon: CircleCheck },
    lost: { variant: 'danger', icon: CircleX },
  };

type DisputeStateProps = { stage: DisputeStage; status: DisputeStatus };

/** Where a dispute stands. */
export function DisputeState({ stage, status }: DisputeStateProps) {
  const label = STATUS_LABELS[status];
  return (
    <StateBadge {...APPEARANCES[status]}>
      {stage === 'dispute' ? label : `${STAGE_LABELS[stage]}: ${label.toLowerCase()}`}
    </StateBadge>
  );
}
