import { Check, Clock } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { PayoutRow } from '../payouts.schema.ts';

/** Whether a payout is paid or pending. */
export const PayoutStatusBadge = ({ status }: Pick<PayoutRow, 'status'>) =>
  status === 'paid' ? (
    <StateBadge tone="good" icon={Check}>
      Paid
    </StateBadge>
  ) : (
    <StateBadge tone="due" icon={Clock}>
      Pending
    </StateBadge>
  );
