import { and, eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import { formatUtcTime } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { AFTER_UNDO, UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import { isPayable } from '../payouts.rules.ts';
import { PAYOUT_MAIL_QUEUE } from './payout-mails.ts';
import { payouts } from './payouts.table.ts';

type Payout = typeof payouts.$inferSelect;
type Payer = Pick<Actor, 'userId' | 'isLimited'>;
type Dependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };
type Payment = { id: string; notes: string | null };

/**
 * Marks a payout as paid and mails the influencer; the transfer itself is made elsewhere. Of two concurrent requests the
 * second is rejected with the name and time of the first.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it was paid
 */
export function markPayoutPaid(
  { db, jobs }: Dependencies,
  actor: Payer,
  { id, notes }: Payment,
  at?: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payout = await lockPayout(tx, actor, id);
    if (!isPayable(payout)) throw await alreadyPaid(tx, payout);
    const paidAt = at ?? (await readDatabaseTime(tx));
    const paidTransactionId = await record(tx, payout, { kind: 'payout_paid', at: paidAt });
    await tx
      .update(payouts)
      .set({
        status: 'paid',
        paidAt,
        paidBy: actor.userId,
        notes: notes || null,
        paidTransactionId,
      })
      .where(eq(payouts.id, id));
    await jobs.enqueue(tx, PAYOUT_MAIL_QUEUE, { paidTransactionId }, AFTER_UNDO);
  });
}

/**
 * Makes a payout pending again that the actor has marked as paid within the last
 * {@link UNDO_SECONDS}. The ledger reverses the payment.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' for other payouts
 */
export function undoPayoutPaid(
  { db }: Pick<Dependencies, 'db'>,
  actor: Payer,
  id: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payout = await lockPayout(tx, actor, id);
    const { paidAt, paidBy, paidTransactionId } = payout;
    if (!paidAt || !paidTransactionId) {
      throw new DomainError('not-allowed-in-state', 'It is not marked as paid');
    }
    if (paidBy !== actor.userId) throw await alreadyPaid(tx, payout);
    const now = await readDatabaseTime(tx);
    if (now.getTime() - paidAt.getTime() > UNDO_SECONDS * 1000) {
      throw new DomainError('not-allowed-in-state', 'It is too late to undo the payment');
    }
    await record(tx, payout, { kind: 'payout_unpaid', at: now, reverses: paidTransactionId });
    await tx
      .update(payouts)
      .set({ status: 'pending', paidAt: null, paidBy: null, notes: null, paidTransactionId: null })
      .where(eq(payouts.id, id));
  });
}

async function lockPayout(tx: Db, actor: Payer, id: string): Promise<Payout> {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.id, id), inScope(actor, payouts.influencerId)))
    .for('no key update');
  if (!payout) throw new DomainError('not-found', 'Payout not found');
  return payout;
}

async function alreadyPaid(tx: Db, { paidAt, paidBy }: Payout): Promise<DomainError> {
  const [payer] = paidBy
    ? await tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, paidBy))
    : [];
  const payerText = payer ? ` by ${payer.name.trim() || payer.email}` : '';
  return new DomainError(
    'not-allowed-in-state',
    `It was marked as paid${payerText} on ${formatUtcDate(paidAt!)} at ${formatUtcTime(paidAt!)} UTC`,
  );
}

type Recorded = { at: Date } & (
  | { kind: 'payout_paid'; reverses?: undefined }
  | { kind: 'payout_unpaid'; reverses: string }
);

/** Records in the ledger that the money of a payout was paid, or that this was a mistake. */
async function record(
  tx: Db,
  { shareAccountId, netPayoutCents }: Payout,
  { kind, at: occurredAt, reverses }: Recorded,
): Promise<string> {
  const [recorded] = await tx
    .insert(ledgerTransactions)
    .values({ kind, occurredAt, shareAccountId, reverses })
    .returning({ id: ledgerTransactions.id });
  const accounts = await listPlatformAccounts(tx);
  const transaction = { transactionId: recorded!.id, occurredAt };
  const cents = kind === 'payout_paid' ? netPayoutCents : -netPayoutCents;
  await tx.insert(ledgerEntries).values([
    { ...transaction, accountId: accounts.get('payouts_due')!, amountCents: cents },
    { ...transaction, accountId: accounts.get('cash')!, amountCents: -cents },
  ]);
  return recorded!.id;
}
