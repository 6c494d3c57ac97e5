import { totalOf } from '#src/features/money/ledger/ledger.rules.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { houseAccounts } from '#src/features/money/ledger/server/post.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { createTransactions, type DemoTransaction, type Terms } from './ledger-transactions.ts';
import type { Seed } from './seed-context.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

async function openAccounts({ db, influencers }: Seed): Promise<Map<string, Terms>> {
  const opened = await db
    .insert(ledgerAccounts)
    .values(influencers.map(({ id }) => ({ kind: 'influencer_share' as const, influencerId: id })))
    .returning({ id: ledgerAccounts.id, influencerId: ledgerAccounts.influencerId });
  const accounts = new Map(opened.map(({ id, influencerId }) => [influencerId, id]));
  return new Map(
    influencers.map(({ id, commissionPercent }) => [
      id,
      { shareAccountId: accounts.get(id)!, commissionPercent },
    ]),
  );
}

const REFUND = 'sandbox_refund_';

/** Who asked for what was given back. */
async function insertRefunds(
  { db, staffId }: Seed,
  transactions: DemoTransaction[],
): Promise<void> {
  const refundTransactions = transactions.filter(({ row }) => row.kind === 'refund');
  await db.insert(refunds).values(
    refundTransactions.map(({ row, split }) => ({
      id: row.providerReference!.slice(REFUND.length),
      chargeId: row.reverses!,
      amountCents: -totalOf(split),
      requestedBy: staffId,
      createdAt: row.occurredAt,
      transactionId: row.id,
    })),
  );
}

/** Books all that was paid for the subscriptions, and what was given back. */
export async function seedLedger(
  seed: Seed,
  subscriptions: DemoSubscription[],
): Promise<DemoTransaction[]> {
  const { db, now } = seed;
  const terms = await openAccounts(seed);
  const platformAccounts = await houseAccounts(db);
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
  // As many at once as a statement has room for; all entries of a transaction in the same one.
  for (let start = 0; start < transactions.length; start += 2_000) {
    const some = transactions.slice(start, start + 2_000);
    await db.insert(ledgerTransactions).values(some.map(({ row }) => row));
    await db.insert(ledgerEntries).values(some.flatMap(entriesOf));
  }
  await insertRefunds(seed, transactions);
  return transactions;
}
