import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  findTwoPeopleRefusal,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { formatUtcTime } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PayoutChange } from '../../payout-changes.schema.ts';
import { isForOthers, mayChange } from '../../payouts.rules.ts';
import type { PayoutStatus } from '../../payouts.schema.ts';
import { needsTaxDetails } from '../payout-columns.ts';
import { payouts } from '../payouts.table.ts';
import { findLastTransition } from './payout-transitions.ts';

type Payout = typeof payouts.$inferSelect;

const STATES: Record<PayoutStatus, string> = {
  pending: 'It is pending',
  approved: 'It was approved',
  sent: 'It was marked as sent',
  paid: 'It was marked as paid',
  returned: 'It was returned by the bank',
  voided: 'It was voided',
};

/**
 * What another person began, for a change of a payout that takes two: its approval, and then that it is
 * sent or paid. The two are whoever made it and whoever approves it; the nightly run is nobody, so then
 * they are whoever approves it and whoever sends it.
 */
export function begunPayout(payout: Payout, change: PayoutChange): Begun | null {
  const { id: recordId, createdBy, approvedBy } = payout;
  if (change === 'approve')
    return createdBy === null ? null : { rule: 'payout', recordId, begunBy: createdBy };
  const isApproved = approvedBy !== null && payout.status !== 'sent';
  if (!isApproved || (change !== 'send' && change !== 'pay')) return null;
  return { rule: 'payout', recordId, begunBy: approvedBy, needsAdmin: createdBy === null };
}

/** Why a change of a payout is refused; null if it is possible. */
export async function findRefusal(
  tx: Db,
  payout: Payout,
  change: PayoutChange,
  userId: string,
): Promise<string | null> {
  if (!mayChange(change, payout)) return describeState(tx, payout, change);
  const signed = { ...payout, makerId: payout.createdBy, approverId: payout.approvedBy };
  if (isForOthers(change, signed, userId)) {
    return change === 'approve'
      ? 'You made this payout, so somebody else has to approve it'
      : 'You approved this payout, so somebody else has to send or pay it';
  }
  const begun = begunPayout(payout, change);
  const refusal = begun && (await findTwoPeopleRefusal(tx, { userId }, begun));
  if (refusal) return refusal;
  if (change !== 'send' && change !== 'pay') return null;
  const [found] = await tx
    .select({ needsTaxDetails })
    .from(payouts)
    .where(eq(payouts.id, payout.id));
  return found?.needsTaxDetails ? 'It waits for confirmed tax details of the influencer' : null;
}

/** Why a change is refused: the payout's present state, with who made it so and when. */
export async function describeState(
  tx: Db,
  payout: Payout,
  change: PayoutChange | null,
): Promise<string> {
  const { status } = payout;
  if (status === 'pending' && change === 'approve') return 'It needs no approval';
  if (status === 'pending' && (change === 'send' || change === 'pay')) {
    return 'It has to be approved first';
  }
  const last = await findLastTransition(tx, payout.id);
  if (!last || status === 'pending') return STATES[status];
  const [person] = last.by
    ? await tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, last.by))
    : [];
  const by = person ? ` by ${person.name.trim() || person.email}` : '';
  const { at } = last;
  return `${STATES[status]}${by} on ${formatUtcDate(at)} at ${formatUtcTime(at)} UTC`;
}
