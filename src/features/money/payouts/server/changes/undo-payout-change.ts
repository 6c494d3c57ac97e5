import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import type { PayoutStatus } from '../../payouts.schema.ts';
import { applyChange, changePayout, type Changer, type Payout } from '../payout-states.ts';
import type { payouts } from '../payouts.table.ts';
import { recordReversalOf } from './payout-ledger.ts';
import { describeState } from './payout-refusals.ts';
import { findLastTransition } from './payout-transitions.ts';

type Undoable = Extract<PayoutStatus, 'approved' | 'sent' | 'paid'>;

/** What each status has set, and its undo clears. */
const CLEARED: Record<Undoable, Partial<typeof payouts.$inferInsert>> = {
  approved: { approvedAt: null, approvedBy: null },
  sent: { sentAt: null, sentBy: null },
  paid: { paidAt: null, paidBy: null, notes: null, paidTransactionId: null },
};

const isUndoable = (status: PayoutStatus): status is Undoable => status in CLEARED;

/**
 * Restores the status that a payout had before the actor approved it, or marked it as sent or paid,
 * within the last {@link UNDO_SECONDS}. The ledger reverses a payment.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' for other payouts
 */
export function undoPayoutChange({ db }: { db: Db }, actor: Changer, id: string): Promise<void> {
  return changePayout(db, actor, id, null, async (tx, payout, now) => {
    const { status, paidTransactionId } = payout;
    const last = await findLastTransition(tx, id);
    if (!isUndoable(status) || last?.toStatus !== status) {
      throw new DomainError('not-allowed-in-state', 'There is nothing to undo');
    }
    if (last.by !== actor.userId) {
      throw new DomainError('not-allowed-in-state', await describeState(tx, payout, null));
    }
    if (now.getTime() - changedAt(payout, status) > UNDO_SECONDS * 1000) {
      throw new DomainError('not-allowed-in-state', 'It is too late to undo this');
    }
    const transactionId =
      paidTransactionId &&
      (await recordReversalOf(tx, payout, paidTransactionId, 'payout_unpaid', now));
    const changes = { status: last.fromStatus, ...CLEARED[status] };
    await applyChange(tx, payout, changes, { at: now, reason: 'Undone', transactionId }, actor);
  });
}

const changedAt = (payout: Payout, status: Undoable): number =>
  ({ approved: payout.approvedAt, sent: payout.sentAt, paid: payout.paidAt })[status]!.getTime();
