import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { EventState } from '../payment-events.schema.ts';

const APPEARANCES: Record<
  EventState,
  { label: string; variant: StateBadgeVariant; icon: typeof CircleCheck }
> = {
  waiting: { label: 'Waiting', variant: 'warning', icon: Hourglass },
  failed: { label: 'Failed', variant: 'danger', icon: CircleX },
  handled: { label: 'Handled', variant: 'neutral', icon: CircleCheck },
};

/** The state of a payment event. */
export function PaymentEventState({ state }: { state: EventState }) {
  const { label, ...appearance } = APPEARANCES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
