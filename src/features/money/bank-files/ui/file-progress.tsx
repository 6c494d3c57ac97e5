import { Check, Clock, Undo2 } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { BankFile, PaymentOutcome } from '../bank-files.schema.ts';

/** What the bank has reported about the payments of a file. */
export function FileProgress({ payments, paid, returned }: BankFile) {
  if (returned > 0) {
    return (
      <StateBadge variant="danger" icon={Undo2}>
        {returned} returned
      </StateBadge>
    );
  }
  return paid === payments ? (
    <StateBadge variant="success" icon={Check}>
      All paid
    </StateBadge>
  ) : (
    <StateBadge variant="warning" icon={Clock}>
      {paid} of {payments} paid
    </StateBadge>
  );
}

/** What the bank has reported about a payment. */
export function PaymentOutcomeBadge({ outcome }: { outcome: PaymentOutcome | null }) {
  if (outcome === null) {
    return (
      <StateBadge variant="warning" icon={Clock}>
        With the bank
      </StateBadge>
    );
  }
  return outcome === 'paid' ? (
    <StateBadge variant="success" icon={Check}>
      Paid
    </StateBadge>
  ) : (
    <StateBadge variant="danger" icon={Undo2}>
      Returned
    </StateBadge>
  );
}
