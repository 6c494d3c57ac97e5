import { Ban, Check, Clock, Undo2 } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { OwnPayout } from '../own-payouts.schema.ts';

/** For its influencer, a payout is paid or shown as destructive, as specified. */
export function OwnPayoutState({
  status,
  needsTaxDetails,
}: Pick<OwnPayout, 'status' | 'needsTaxDetails'>) {
  if (status === 'paid') {
    return (
      <StateBadge variant="success" icon={Check}>
        Paid
      </StateBadge>
    );
  }
  if (status === 'returned') {
    return (
      <StateBadge variant="danger" icon={Undo2}>
        Returned by your bank
      </StateBadge>
    );
  }
  // Its payments are in a later payout.
  if (status === 'voided') {
    return (
      <StateBadge variant="danger" icon={Ban}>
        Canceled
      </StateBadge>
    );
  }
  if (needsTaxDetails) {
    return (
      <StateBadge variant="danger" icon={Clock}>
        Waits for tax details
      </StateBadge>
    );
  }
  return (
    <StateBadge variant="danger" icon={Clock}>
      {status === 'sent' ? 'On its way' : 'Pending'}
    </StateBadge>
  );
}
