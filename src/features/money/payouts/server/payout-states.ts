import { and, eq } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { AFTER_UNDO } from '#src/platform/jobs/undo.ts';
import type { PayoutChange } from '../payout-changes.schema.ts';
import { recordPayment, recordReturnFee, recordReversalOf } from './changes/payout-ledger.ts';
import { findRefusal } from './changes/payout-refusals.ts';
import { PAYOUT_MAIL_QUEUE } from './payout-mails.ts';
import { payoutLines, payouts, payoutTransitions } from './payouts.table.ts';

export type Payout = typeof payouts.$inferSelect;
export type Changer = Pick<Actor, 'userId' | 'isLimited'>;
export type PayoutDependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };

type Changes = Partial<typeof payouts.$inferInsert> & { status: Payout['status'] };
type Log = Omit<
  typeof payoutTransitions.$inferInsert,
  'payoutId' | 'fromStatus' | 'toStatus' | 'by'
>;

/** Approves payouts as the second person. @returns what happened to each */
export function approvePayouts(
  { db }: Pick<PayoutDependencies, 'db'>,
  actor: Changer,
  ids: readonly string[],
): Promise<BulkResult> {
  return changeEach(ids, (id) =>
    changePayout(db, actor, id, 'approve', async (tx, payout, at) => {
      await applyChange(
        tx,
        payout,
        { status: 'approved', approvedAt: at, approvedBy: actor.userId },
        { at },
        actor,
      );
    }),
  );
}

/** Marks payouts as handed to the bank. @returns what happened to each */
export function markPayoutsSent(
  { db }: Pick<PayoutDependencies, 'db'>,
  actor: Changer,
  ids: readonly string[],
  { batchReference }: { batchReference: string | null },
): Promise<BulkResult> {
  return changeEach(ids, (id) =>
    changePayout(db, actor, id, 'send', async (tx, payout, at) => {
      const changes = { status: 'sent', sentAt: at, sentBy: actor.userId } as const;
      await applyChange(tx, payout, changes, { at, reference: batchReference }, actor);
    }),
  );
}

export type Payment = {
  id: string;
  notes: string | null;
  /** The day on which the bank moved the money; today if not given. */
  valueDate?: string | null;
  reference?: string | null;
};

/**
 * Marks a payout as paid and mails the influencer; the transfer itself is made elsewhere. Of two
 * concurrent requests the second is rejected with the name and time of the first.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it was paid or needs approval
 */
export function markPayoutPaid(
  { db, jobs }: PayoutDependencies,
  actor: Changer,
  { id, notes, valueDate = null, reference = null }: Payment,
  when?: Date,
): Promise<void> {
  return changePayout(db, actor, id, 'pay', async (tx, payout, now) => {
    const at = when ?? now;
    if (valueDate && new Date(valueDate) > at) {
      throw new DomainError('not-allowed-in-state', 'The value date is in the future');
    }
    const paidTransactionId = await recordPayment(tx, payout, at);
    await applyChange(
      tx,
      payout,
      { status: 'paid', paidAt: at, paidBy: actor.userId, notes: notes || null, paidTransactionId },
      { at, reason: notes, reference, valueDate, transactionId: paidTransactionId },
      actor,
    );
    await jobs.enqueue(tx, PAYOUT_MAIL_QUEUE, { paidTransactionId }, AFTER_UNDO);
  });
}

export type Return = { reason: string; at?: Date | undefined; feeCents?: number };

/**
 * Records that the bank returned a payout: its money is owed again, and the influencer gets a mail.
 * The platform bears the bank's fee.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' for a payout that is neither sent nor paid
 */
export function markPayoutReturned(
  { db, jobs }: PayoutDependencies,
  actor: Changer,
  id: string,
  { reason, at: when, feeCents = 0 }: Return,
): Promise<void> {
  return changePayout(db, actor, id, 'return', async (tx, payout, now) => {
    const at = when ?? now;
    const { paidTransactionId } = payout;
    const transactionId =
      paidTransactionId &&
      (await recordReversalOf(tx, payout, paidTransactionId, 'payout_returned', at));
    const feeTransactionId = feeCents > 0 ? await recordReturnFee(tx, payout, feeCents, at) : null;
    const cleared = { paidAt: null, paidBy: null, paidTransactionId: null };
    const transitionId = await applyChange(
      tx,
      payout,
      { status: 'returned', sentAt: null, sentBy: null, ...cleared },
      { at, reason, transactionId, feeTransactionId, feeCents },
      actor,
    );
    await jobs.enqueue(tx, PAYOUT_MAIL_QUEUE, { returnedTransitionId: transitionId });
  });
}

/**
 * Voids a payout that was not sent, or that the bank returned: what it settled is open again, for
 * the next run of its month or a later one.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it is with the bank or paid
 */
export function voidPayout(
  { db }: Pick<PayoutDependencies, 'db'>,
  actor: Changer,
  id: string,
  { reason, at: when }: { reason: string; at?: Date },
): Promise<void> {
  return changePayout(db, actor, id, 'void', async (tx, payout, now) => {
    const at = when ?? now;
    const { madeTransactionId, reserveTransactionId } = payout;
    if (reserveTransactionId) {
      const [released] = await tx
        .select({ id: ledgerTransactions.id })
        .from(ledgerTransactions)
        .where(eq(ledgerTransactions.reverses, reserveTransactionId));
      if (released) {
        throw new DomainError(
          'not-allowed-in-state',
          'Its reserve has been released already. Pay it again instead',
        );
      }
      await recordReversalOf(tx, payout, reserveTransactionId, 'payout_voided', at);
    }
    const transactionId = await recordReversalOf(
      tx,
      payout,
      madeTransactionId,
      'payout_voided',
      at,
    );
    await tx.update(payoutLines).set({ isVoided: true }).where(eq(payoutLines.payoutId, id));
    await applyChange(tx, payout, { status: 'voided' }, { at, reason, transactionId }, actor);
  });
}

/** Locks a payout in the actor's scope, and changes it if its state permits that. */
export function changePayout(
  db: Db,
  actor: Changer,
  id: string,
  change: PayoutChange | null,
  apply: (tx: Db, payout: Payout, now: Date) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [payout] = await tx
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), inScope(actor, payouts.influencerId)))
      .for('no key update');
    if (!payout) throw new DomainError('not-found', 'Payout not found');
    const refusal = change && (await findRefusal(tx, payout, change, actor.userId));
    if (refusal) throw new DomainError('not-allowed-in-state', refusal);
    await apply(tx, payout, await readDatabaseTime(tx));
  });
}

/** Writes the new state of a locked payout, and the transition. @returns the transition's id */
export async function applyChange(
  tx: Db,
  { id, status }: Payout,
  changes: Changes,
  log: Log,
  { userId }: Changer,
): Promise<string> {
  await tx.update(payouts).set(changes).where(eq(payouts.id, id));
  const [transition] = await tx
    .insert(payoutTransitions)
    .values({ ...log, payoutId: id, fromStatus: status, toStatus: changes.status, by: userId })
    .returning({ id: payoutTransitions.id });
  return transition!.id;
}
