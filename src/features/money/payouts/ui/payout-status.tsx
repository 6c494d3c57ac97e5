import { Link } from '@tanstack/react-router';
import { Ban, Check, CheckCheck, Clock, Landmark, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { PayoutRow, PayoutStatus } from '../payouts.schema.ts';
import styles from './payout-columns.module.css';

type Badge = Pick<Parameters<typeof StateBadge>[0], 'variant'> & { icon: LucideIcon };

export const STATUS_LABELS: Record<PayoutStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  sent: 'Sent',
  paid: 'Paid',
  returned: 'Returned',
  voided: 'Voided',
};

const BADGES: Record<PayoutStatus, Badge> = {
  pending: { variant: 'warning', icon: Clock },
  approved: { variant: 'info', icon: CheckCheck },
  sent: { variant: 'info', icon: Landmark },
  paid: { variant: 'success', icon: Check },
  returned: { variant: 'danger', icon: Undo2 },
  voided: { variant: 'neutral', icon: Ban },
};

/** The status of a payout for the back office. */
export function PayoutStatusBadge({
  status,
  needsApproval,
}: Pick<PayoutRow, 'status'> & { needsApproval?: boolean }) {
  const isWaiting = status === 'pending' && needsApproval;
  return (
    <StateBadge {...BADGES[status]}>{isWaiting ? 'To approve' : STATUS_LABELS[status]}</StateBadge>
  );
}

/** The status of a payout, and a link to the tax details that it waits for. */
export function PayoutStatusCell(payout: PayoutRow) {
  const { influencerId, needsTaxDetails } = payout;
  return (
    <>
      <PayoutStatusBadge {...payout} />
      {needsTaxDetails && (
        <small className={styles.missing}>
          {influencerId ? (
            <TaxDetailsLink influencerId={influencerId}>Needs tax details</TaxDetailsLink>
          ) : (
            'Needs tax details'
          )}
        </small>
      )}
    </>
  );
}

type TaxDetailsLinkProps = { influencerId: string; children: ReactNode };

/** Leads to the tax details of an influencer. */
export function TaxDetailsLink({ influencerId, children }: TaxDetailsLinkProps) {
  return (
    <Link
      to="/influencers/edit/$id"
      params={{ id: influencerId }}
      search={{ tab: 'payouts' }}
      className="touch-target"
    >
      {children}
    </Link>
  );
}
