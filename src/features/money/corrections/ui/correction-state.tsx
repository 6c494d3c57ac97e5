import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { CorrectionStatus } from '../corrections.schema.ts';

const APPEARANCES: Record<
  CorrectionStatus,
  { label: string; variant: StateBadgeVariant; icon: typeof Clock }
> = {
  proposed: { label: 'Waiting for approval', variant: 'warning', icon: Clock },
  approved: { label: 'Recorded', variant: 'success', icon: CircleCheck },
  declined: { label: 'Declined', variant: 'danger', icon: CircleX },
  withdrawn: { label: 'Withdrawn', variant: 'neutral', icon: Undo2 },
};

/** The state of a correction. */
export function CorrectionState({ status }: { status: CorrectionStatus }) {
  const { label, ...appearance } = APPEARANCES[status];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
