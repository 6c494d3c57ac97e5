import { CircleCheck, CircleX, Scale, Undo2 } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { PaymentState } from '../payment-list.schema.ts';

const APPEARANCES: Record<
  PaymentState,
  { label: string; variant: StateBadgeVariant; icon: typeof CircleCheck }
> = {
  paid: { label: 'Paid', variant: 'success', icon: CircleCheck },
  partly_refunded: { label: 'Partly refunded', variant: 'info', icon: Undo2 },
  refunded: { label: 'Refunded', variant: 'neutral', icon: Undo2 },
  disputed: { label: 'Disputed', variant: 'warning', icon: Scale },
  failed: { label: 'Failed', variant: 'danger', icon: CircleX },
};

/** The state of a payment. */
export function PaymentStateBadge({ state }: { state: PaymentState }) {
  const { label, ...appearance } = APPEARANCES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
