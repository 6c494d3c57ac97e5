import { totalOf } from '#src/features/money/ledger/ledger.rules.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { bookAll, type Booking, type Terms } from './bookings.ts';
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
async function noteRefunds({ db, staffId }: Seed, bookings: Booking[]): Promise<void> {
  const given = bookings.filter(({ transaction }) => transaction.kind === 'refund');
  await db.insert(refunds).values(
    given.map(({ transaction, split }) => ({
      id: transaction.providerReference!.slice(REFUND.length),
      chargeId: transaction.reverses!,
      amountCents: -totalOf(split),
      requestedBy: staffId,
      createdAt: transaction.occurredAt,
      transactionId: transaction.id,
    })),
  );
}

/** Books all that was paid for the subscriptions, and what was given back. */
export async function seedLedger(
  seed: Seed,
  subscriptions: DemoSubscription[],
): Promise<Booking[]> {
  const { db, now } = seed;
  const terms = await openAccounts(seed);
  const house = await listPlatformAccounts(db);
  const bookings = bookAll(subscriptions, (id) => terms.get(id)!, now);
  const entriesOf = ({ transaction, split }: Booking) => {
    const { id: transactionId, occurredAt, shareAccountId } = transaction;
    const sides: [account: number, cents: number][] = [
      [house.get('cash')!, totalOf(split)],
      [house.get('merchant_fees')!, -split.merchantFeeCents],
      [house.get('platform_commission')!, -split.platformCents],
      [shareAccountId, -split.influencerCents],
    ];
    return sides
      .filter(([, amountCents]) => amountCents !== 0)
      .map(([accountId, amountCents]) => ({ transactionId, accountId, amountCents, occurredAt }));
  };
  // As many at once as a statement has room for; all entries of a transaction in the same one.
  for (let start = 0; start < bookings.length; start += 2_000) {
    const some = bookings.slice(start, start + 2_000);
    await db.insert(ledgerTransactions).values(some.map(({ transaction }) => transaction));
    await db.insert(ledgerEntries).values(some.flatMap(entriesOf));
  }
  await noteRefunds(seed, bookings);
  return bookings;
}
