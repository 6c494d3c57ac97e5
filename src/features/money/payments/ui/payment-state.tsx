import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { StateBadge, type StateTone } from '#src/ui/elements/state-badge.tsx';
import type { EventState } from '../payment-events.schema.ts';

const APPEARANCES: Record<
  EventState,
  { label: string; tone: StateTone; icon: typeof CircleCheck }
> = {
  waiting: { label: 'Waiting', tone: 'due', icon: Hourglass },
  failed: { label: 'Failed', tone: 'bad', icon: CircleX },
  handled: { label: 'Handled', tone: 'calm', icon: CircleCheck },
};

/** The state of a payment event. */
export function PaymentState({ state }: { state: EventState }) {
  const { label, ...appearance } = APPEARANCES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
