import { Check, Clock } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { PayoutStatus } from '../payouts.schema.ts';

/** Only a paid payout is highlighted for its influencer. */
export function OwnPayoutState({ status }: { status: PayoutStatus }) {
  return status === 'paid' ? (
    <StateBadge variant="success" icon={Check}>
      Paid
    </StateBadge>
  ) : (
    <StateBadge variant="info" icon={Clock}>
      Pending
    </StateBadge>
  );
}
