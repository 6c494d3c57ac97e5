import { CalendarX, CircleCheck, CirclePause, CircleX, TriangleAlert } from 'lucide-react';
import type {
  EndReason,
  SubscriptionStatus,
} from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { BackOfficeSubscriptionRow } from '../back-office-subscriptions.schema.ts';

const APPEARANCES: Record<
  SubscriptionStatus,
  { label: string; variant: StateBadgeVariant; icon: typeof CircleCheck }
> = {
  active: { label: 'Active', variant: 'success', icon: CircleCheck },
  paused: { label: 'Paused', variant: 'info', icon: CirclePause },
  past_due: { label: 'Payment issue', variant: 'danger', icon: TriangleAlert },
  cancelled: { label: 'Cancelled', variant: 'neutral', icon: CircleX },
};

/** The reasons of an end, as the back office shows them. */
export const END_REASON_LABELS: Record<EndReason, string> = {
  fan: 'Cancelled by the fan',
  staff: 'Cancelled by our team',
  unpaid: 'The payment failed, including the last retry',
  provider: 'Ended by the payment provider',
  refund: 'Cancelled by our team, with a refund',
  dispute: 'The fan’s bank disputed a payment',
  duplicate: 'A second payment while another subscription was running',
  deletion: 'The account was deleted',
  suspension: 'The account of the fan or of the influencer was suspended',
};

type State = Pick<BackOfficeSubscriptionRow, 'status' | 'cancelAt' | 'isOverdue'>;

/** The state of a subscription; for a cancelled one, until when it runs. */
export function SubscriberState({ subscription }: { subscription: State }) {
  const { status, cancelAt, isOverdue } = subscription;
  const now = useNow();
  if (isOverdue) {
    return (
      <StateBadge variant="danger" icon={TriangleAlert}>
        Payment overdue
      </StateBadge>
    );
  }
  if (status !== 'active' || cancelAt === null) {
    const { label, ...appearance } = APPEARANCES[status];
    return <StateBadge {...appearance}>{label}</StateBadge>;
  }
  const isOver = new Date(cancelAt).getTime() <= now;
  return (
    <StateBadge variant={isOver ? 'neutral' : 'warning'} icon={CalendarX}>
      {isOver ? 'Ended on' : 'Cancels on'} {formatDate(cancelAt)}
    </StateBadge>
  );
}
