import { eq, sql } from 'drizzle-orm';
import type { LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { payouts } from '../payouts.table.ts';

type Payout = Pick<typeof payouts.$inferSelect, 'shareAccountId' | 'netPayoutCents'>;
type ReversalKind = Extract<LedgerKind, 'payout_unpaid' | 'payout_returned' | 'payout_voided'>;

/** Records that the money of a payout was paid. @returns the transaction */
export async function recordPayment(
  tx: Db,
  { shareAccountId, netPayoutCents }: Payout,
  occurredAt: Date,
): Promise<string> {
  const transactionId = await insert(tx, { kind: 'payout_paid', occurredAt, shareAccountId });
  const accounts = await listPlatformAccounts(tx);
  const entry = { transactionId, occurredAt };
  await tx.insert(ledgerEntries).values([
    { ...entry, accountId: accounts.get('payouts_due')!, amountCents: netPayoutCents },
    { ...entry, accountId: accounts.get('cash')!, amountCents: -netPayoutCents },
  ]);
  return transactionId;
}

/** Reverses a transaction of a payout in full, at most once. @returns the reversal */
export async function recordReversalOf(
  tx: Db,
  { shareAccountId }: Payout,
  reverses: string,
  kind: ReversalKind,
  occurredAt: Date,
): Promise<string> {
  const transactionId = await insert(tx, { kind, occurredAt, shareAccountId, reverses });
  await tx.insert(ledgerEntries).select(
    tx
      .select({
        transactionId: sql`${transactionId}::uuid`.as('transaction_id'),
        accountId: ledgerEntries.accountId,
        amountCents: sql`-${ledgerEntries.amountCents}`.as('amount_cents'),
        occurredAt: sql`${occurredAt}::timestamptz(3)`.as('occurred_at'),
      })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.transactionId, reverses)),
  );
  return transactionId;
}

/** Records what the bank charged for a returned payout; the platform bears it. */
export async function recordReturnFee(
  tx: Db,
  { shareAccountId }: Payout,
  feeCents: number,
  occurredAt: Date,
): Promise<string> {
  const transactionId = await insert(tx, { kind: 'provider_fee', occurredAt, shareAccountId });
  const accounts = await listPlatformAccounts(tx);
  const entry = { transactionId, occurredAt };
  await tx.insert(ledgerEntries).values([
    { ...entry, accountId: accounts.get('provider_fees')!, amountCents: feeCents },
    { ...entry, accountId: accounts.get('cash')!, amountCents: -feeCents },
  ]);
  return transactionId;
}

async function insert(
  tx: Db,
  transaction: Pick<
    typeof ledgerTransactions.$inferInsert,
    'kind' | 'occurredAt' | 'shareAccountId' | 'reverses'
  >,
): Promise<string> {
  const [recorded] = await tx
    .insert(ledgerTransactions)
    .values(transaction)
    .returning({ id: ledgerTransactions.id });
  return recorded!.id;
}
