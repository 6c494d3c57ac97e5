import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { checkLedger, LEDGER_RULES } from './check-ledger.ts';
import { ledgerAccounts, ledgerEntries, ledgerTotals, ledgerTransactions } from './ledger.table.ts';
import {
  lockTransaction,
  recordCharge,
  recordDisputeWon,
  recordReversal,
  type Charge,
} from './record-transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const at = new Date('2026-03-31T23:59:59.999Z');
const charge = (influencerId: string, values: Partial<Charge> = {}): Charge => ({
  provider: 'sandbox',
  paymentId: randomUUID(),
  occurredAt: at,
  amountCents: 1999,
  influencerId,
  subscriptionId: randomUUID(),
  subscriberId: randomUUID(),
  periodStart: at,
  periodEnd: new Date('2026-04-30T23:59:59.999Z'),
  commissionPercent: 20,
  ...values,
});
const record = (one: Charge) => app.db.transaction((tx) => recordCharge(tx, one));
const recordReversalOf = (
  one: Charge,
  kind: 'refund' | 'dispute',
  amountCents: number,
  reference: string,
) =>
  app.db.transaction(async (tx) => {
    const { provider, paymentId, occurredAt } = one;
    const stored = await lockTransaction(tx, 'charge', provider, paymentId);
    return recordReversal(tx, stored!, { kind, provider, reference, occurredAt, amountCents });
  });

async function entriesOf(transactionId: string): Promise<Record<string, number>> {
  const rows = await app.db
    .select({ kind: ledgerAccounts.kind, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerEntries.transactionId, transactionId));
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
}

test('a charge adds cash for the platform and is divided among three parties', async () => {
  const { id } = await app.as('influencer');
  expect(await entriesOf((await record(charge(id)))!)).toEqual({
    cash: 1999,
    merchant_fees: -99,
    platform_commission: -380,
    influencer_share: -1520,
  });
});

test.each([
  [0, { cash: 1999, merchant_fees: -99, influencer_share: -1900 }],
  [100, { cash: 1999, merchant_fees: -99, platform_commission: -1900 }],
])('at a commission of %i no account has an entry of zero', async (commissionPercent, entries) => {
  const { id } = await app.as('influencer');
  expect(await entriesOf((await record(charge(id, { commissionPercent })))!)).toEqual(entries);
});

test('a payment is recorded once, however often it is reported', async () => {
  const { id } = await app.as('influencer');
  const one = charge(id);
  const ids = await Promise.all(Array.from({ length: 10 }, () => record(one)));
  expect(ids.filter(Boolean)).toHaveLength(1);
  expect(await record(charge(id, { amountCents: 0 }))).toBeNull();
});

test('refunds, a dispute and a won dispute leave the right balances', async () => {
  const { id } = await app.as('influencer');
  const one = charge(id);
  await record(one);
  expect(await entriesOf((await recordReversalOf(one, 'refund', 500, randomUUID()))!)).toEqual({
    cash: -500,
    merchant_fees: 24,
    platform_commission: 95,
    influencer_share: 381,
  });
  const reference = randomUUID();
  const dispute = (await recordReversalOf(one, 'dispute', 1499, reference))!;
  expect(await recordReversalOf(one, 'dispute', 1499, reference)).toBeNull();
  const won = await app.db.transaction(async (tx) => {
    const stored = await lockTransaction(tx, 'dispute', 'sandbox', reference);
    return recordDisputeWon(tx, stored!, { provider: 'sandbox', reference, occurredAt: at });
  });
  const disputed = await entriesOf(dispute);
  const restored = Object.entries(disputed).map(([kind, cents]) => [kind, -cents]);
  expect(await entriesOf(won!)).toEqual(Object.fromEntries(restored));
  expect(await checkLedger(app.db, LEDGER_RULES)).toEqual([]);
});

const refusal = (constraint: string) => ({ cause: { constraint } });

/** Records an arbitrary transaction, with these amounts for cash and fees. */
const insertTransaction = (amounts: number[], { occurredAt = at, late = false } = {}) =>
  app.db.transaction(async (tx) => {
    const { id: influencerId } = await app.as('influencer');
    const [share] = await tx
      .insert(ledgerAccounts)
      .values({ kind: 'influencer_share', influencerId })
      .returning();
    const [made] = await tx
      .insert(ledgerTransactions)
      .values({
        kind: 'payout',
        occurredAt: at,
        shareAccountId: share!.id,
        ...(late && { recordedAt: new Date(Date.now() - 1000) }),
      })
      .returning();
    const entries = amounts.map((amountCents, index) => ({
      transactionId: made!.id,
      accountId: index + 1,
      amountCents,
      occurredAt,
    }));
    if (entries.length > 0) await tx.insert(ledgerEntries).values(entries);
  });

test.each([
  ['do not add up', [100, -99], {}, 'ledger_entries_balance'],
  ['have no counterpart', [100], {}, 'ledger_entries_balance'],
  ['are zero', [0, 0], {}, 'ledger_entries_amount_check'],
  ['have another time', [1, -1], { occurredAt: new Date(0) }, 'ledger_entries_balance'],
  ['are added later', [1, -1], { late: true }, 'ledger_entries_balance'],
  ['are missing', [], {}, 'ledger_transactions_complete'],
])('the database rejects entries that %s', async (_, amounts, options, constraint) => {
  await expect(insertTransaction(amounts, options)).rejects.toMatchObject(refusal(constraint));
});

test.each([
  ['change of an entry', sql`update ledger_entries set amount_cents = 1`],
  ['change of a transaction', sql`update ledger_transactions set kind = 'refund'`],
  ['deletion of an entry', sql`delete from ledger_entries`],
  ['deletion of a transaction', sql`delete from ledger_transactions`],
  ['deletion of an account', sql`delete from ledger_accounts`],
  ['change of an account', sql`update ledger_accounts set kind = 'cash'`],
  ['truncation', sql`truncate ledger_entries, ledger_transactions cascade`],
  ['change of a total', sql`update ledger_totals set amount_cents = 0`],
  ['deletion of a total', sql`delete from ledger_totals`],
])('the database rejects every %s', async (_, statement) => {
  const { id } = await app.as('influencer');
  await record(charge(id));
  await expect(app.db.execute(statement)).rejects.toMatchObject(refusal('ledger_final'));
});

test('the totals follow the entries by UTC month', async () => {
  const sumOf = async (month: string) => {
    const [row] = await app.db
      .select({ cents: sql<number>`coalesce(sum(${ledgerTotals.amountCents}), 0)::float8` })
      .from(ledgerTotals)
      .where(and(eq(ledgerTotals.month, month), eq(ledgerTotals.account, 'cash')));
    return row!.cents;
  };
  const { id } = await app.as('influencer');
  const before = [await sumOf('2026-05-01'), await sumOf('2026-06-01')];
  await record(charge(id, { occurredAt: new Date('2026-05-31T23:59:59.999Z') }));
  await record(charge(id, { occurredAt: new Date('2026-06-01T00:00:00.000Z'), amountCents: 1 }));
  expect([await sumOf('2026-05-01'), await sumOf('2026-06-01')]).toEqual([
    before[0]! + 1999,
    before[1]! + 1,
  ]);
});
