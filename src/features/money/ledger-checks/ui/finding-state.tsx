import { CircleCheck, MessageSquareText, TriangleAlert } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { FindingState as State } from '../ledger-checks.schema.ts';

const APPEARANCES: Record<
  State,
  { label: string; variant: StateBadgeVariant; icon: typeof CircleCheck }
> = {
  open: { label: 'Open', variant: 'danger', icon: TriangleAlert },
  explained: { label: 'Explained', variant: 'neutral', icon: MessageSquareText },
  resolved: { label: 'Resolved', variant: 'success', icon: CircleCheck },
};

/** The state of a finding. */
export function FindingState({ state }: { state: State }) {
  const { label, ...appearance } = APPEARANCES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
