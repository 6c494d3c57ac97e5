import type { Seed } from '#src/demo/seed-context.ts';
import { totalOf } from '#src/features/money/ledger/ledger.rules.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { createTransactions, type DemoTransaction, type Terms } from './ledger-transactions.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

/** Inserts the commissions after the first one of each plan. */
async function insertCommissionRates({ db, influencers, adminId }: Seed): Promise<void> {
  const rates = influencers.flatMap(({ planId, commissionRates: later }) =>
    later.map((rate) => ({ ...rate, planId, createdBy: adminId })),
  );
  if (rates.length > 0) await db.insert(commissionRates).values(rates);
}

async function openAccounts({ db, influencers }: Seed): Promise<Map<string, Terms>> {
  const opened = await db
    .insert(ledgerAccounts)
    .values(influencers.map(({ id }) => ({ kind: 'influencer_share' as const, influencerId: id })))
    .returning({ id: ledgerAccounts.id, influencerId: ledgerAccounts.influencerId });
  const accounts = new Map(opened.map(({ id, influencerId }) => [influencerId, id]));
  return new Map(
    influencers.map(({ id, commissionPercent, commissionRates: rates }) => [
      id,
      {
        shareAccountId: accounts.get(id)!,
        commissionAt: (paidAt) =>
          rates.findLast(({ effectiveFrom }) => effectiveFrom <= paidAt)?.percent ??
          commissionPercent,
      },
    ]),
  );
}

const REFUND_PREFIX = 'sandbox_refund_';

/** Inserts the refund requests of all refunds. */
async function insertRefunds(
  { db, staffId }: Seed,
  transactions: DemoTransaction[],
): Promise<void> {
  const refundTransactions = transactions.filter(({ row }) => row.kind === 'refund');
  await db.insert(refunds).values(
    refundTransactions.map(({ row, split }) => ({
      id: row.providerReference!.slice(REFUND_PREFIX.length),
      chargeId: row.reverses!,
      amountCents: -totalOf(split),
      requestedBy: staffId,
      createdAt: row.occurredAt,
      transactionId: row.id,
    })),
  );
}

/** Records all charges and reversals of the subscriptions in the ledger. */
export async function seedLedger(
  seed: Seed,
  subscriptions: DemoSubscription[],
): Promise<DemoTransaction[]> {
  const { db, now } = seed;
  await insertCommissionRates(seed);
  const terms = await openAccounts(seed);
  const platformAccounts = await listPlatformAccounts(db);
  const transactions = createTransactions(subscriptions, (id) => terms.get(id)!, now);
  const entriesOf = ({ row, split }: DemoTransaction) => {
    const { id: transactionId, occurredAt, shareAccountId } = row;
    const sides: [account: number, cents: number][] = [
      [platformAccounts.get('cash')!, totalOf(split)],
      [platformAccounts.get('merchant_fees')!, -split.merchantFeeCents],
      [platformAccounts.get('platform_commission')!, -split.platformCents],
      [shareAccountId, -split.influencerCents],
    ];
    return sides
      .filter(([, amountCents]) => amountCents !== 0)
      .map(([accountId, amountCents]) => ({ transactionId, accountId, amountCents, occurredAt }));
  };
  // In batches within the parameter limit; all entries of a transaction are in the same statement.
  for (let start = 0; start < transactions.length; start += 2_000) {
    const batch = transactions.slice(start, start + 2_000);
    await db.insert(ledgerTransactions).values(batch.map(({ row }) => row));
    await db.insert(ledgerEntries).values(batch.flatMap(entriesOf));
  }
  await insertRefunds(seed, transactions);
  return transactions;
}
