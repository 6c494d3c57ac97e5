import { Check, Clock } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { PayoutRow } from '../payouts.schema.ts';

/** Whether a payout is paid or pending. */
export function PayoutStatusBadge({ status }: Pick<PayoutRow, 'status'>) {
  return status === 'paid' ? (
    <StateBadge variant="success" icon={Check}>
      Paid
    </StateBadge>
  ) : (
    <StateBadge variant="warning" icon={Clock}>
      Pending
    </StateBadge>
  );
}
