import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCorrection } from '#src/features/money/corrections/server/record-correction.ts';
import { EARNING_RANGES } from '#src/features/money/earnings/earnings.schema.ts';
import { addDisputeWon } from '#src/features/money/earnings/server/earnings.testing.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import {
  openShareAccount,
  recordCharge,
  recordFailedRefund,
} from '#src/features/money/ledger/server/record-transaction.ts';
import {
  addCharge,
  addDispute,
  addRefund,
} from '#src/features/money/payouts/server/payouts.testing.ts';
import { addMonths, DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { isLong } from '#test/long.ts';
import { reportQuerySchema, type ReportQuery } from '../reports.schema.ts';
import { getProfitAndLoss } from './profit-and-loss.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const FIRST = new Date('2026-08-01T00:00:00Z').getTime();

let app: TestApp;
let admin: TestUser;
let influencers: TestUser[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  influencers = await Promise.all([1, 2, 3].map(() => app.as('influencer')));
});
afterAll(() => app.close());

const profit = (query: Partial<ReportQuery> = {}, isLimited = false, userId = admin.id) =>
  getProfitAndLoss(app.pool, { userId, isLimited }, reportQuerySchema.parse(query), NOW);

type Step = { what: number; whose: number; day: number; cents: number; percent: number };
const step = fc.record<Step>({
  what: fc.nat(9),
  whose: fc.nat(2),
  day: fc.nat(110),
  cents: fc.integer({ min: 1, max: 50_000 }),
  percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
});

const CORRECTIONS = ['bonus', 'deduction', 'goodwill', 'provider_fee', 'dispute_fee'] as const;

/** Does one thing that moves money of the agency. */
async function perform({ what, whose, day, cents, percent }: Step): Promise<void> {
  const influencer = influencers[whose]!;
  const at = new Date(FIRST + day * DAY_MS);
  const later = new Date(at.getTime() + 2 * DAY_MS);
  const charge = () => addCharge(app, influencer, { at, cents, commission: percent });
  // Half of the amount, or more than was paid.
  const part = { at: later, cents: Math.ceil(percent < 80 ? cents / 2 : cents * 1.5) };
  if (what <= 2) await charge();
  else if (what === 3) await addRefund(app, await charge(), part);
  else if (what === 4) {
    const id = await charge();
    await addRefund(app, id, part);
    await addDispute(app, id, { at: later, cents });
  } else if (what === 5) {
    const dispute = await addDispute(app, await charge(), part);
    await addDisputeWon(app, dispute, new Date(later.getTime() + 30 * DAY_MS));
  } else if (what === 6) await failRefund(await addRefund(app, await charge(), part), later);
  else if (what === 7) await chargeForDeleted(at, cents);
  else if (what === 8) await correct(influencer, CORRECTIONS[cents % 5]!, cents, at);
  else await writeOff(influencer, cents, at);
}

async function failRefund(refundId: string, occurredAt: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [refund] = await tx
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.id, refundId));
    await recordFailedRefund(tx, refund!, {
      provider: 'sandbox',
      reference: randomUUID(),
      occurredAt,
    });
  });
}

/** A payment for an influencer who has been deleted: all of it is owed to the fan. */
const chargeForDeleted = (at: Date, amountCents: number) =>
  app.db.transaction((tx) =>
    recordCharge(tx, {
      provider: 'sandbox',
      paymentId: randomUUID(),
      amountCents,
      influencerId: randomUUID(),
      subscriptionId: randomUUID(),
      subscriberId: randomUUID(),
      occurredAt: at,
      periodStart: at,
      periodEnd: addMonths(at, 1),
      commissionPercent: null,
    }),
  );

type Kind = (typeof CORRECTIONS)[number] | 'write_off';
const correct = ({ id }: TestUser, kind: Kind, amountCents: number, at: Date) =>
  app.db.transaction(async (tx) => {
    const shareAccountId = await openShareAccount(tx, id);
    await recordCorrection(tx, { kind, shareAccountId, amountCents, reverses: null }, at);
  });

/** Deducts more than the influencer has, and gives up the debt. */
async function writeOff(influencer: TestUser, cents: number, at: Date): Promise<void> {
  await correct(influencer, 'deduction', 10_000_000, at);
  await correct(influencer, 'write_off', cents, at);
  await correct(influencer, 'bonus', 10_000_000, at);
}

/** What the agency's own accounts say, of one share account or of all. */
async function readLedger(accountId: number | null, from: Date) {
  const [row] = (
    await app.db.execute<{ profit: string; revenue: string }>(sql`
      select coalesce(-sum(${ledgerEntries.amountCents}) filter (where ${ledgerAccounts.kind} in
          ('merchant_fees', 'platform_commission', 'provider_fees', 'adjustments', 'write_offs')), 0) as profit,
        coalesce(sum(${ledgerEntries.amountCents}) filter (where ${ledgerAccounts.kind} = 'cash'
          and ${ledgerTransactions.kind} not in ('provider_fee', 'dispute_fee')), 0) as revenue
      from ${ledgerEntries}
      join ${ledgerTransactions} on ${ledgerTransactions.id} = ${ledgerEntries.transactionId}
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      where ${ledgerEntries.occurredAt} >= ${from} and ${ledgerEntries.occurredAt} < '2026-12-01T00:00:00Z'
        and (${accountId}::int is null or ${ledgerTransactions.shareAccountId} = ${accountId})`)
  ).rows;
  return { profitCents: Number(row!.profit), netRevenueCents: Number(row!.revenue) };
}

test('whatever happened, profit and net revenue are what the ledger has, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      for (const one of steps) await perform(one);
      for (const [range, from] of [
        ['all', '2026-01-01'],
        ['this-month', '2026-11-01'],
        ['last-3-months', '2026-09-01'],
      ] as const) {
        const since = new Date(`${from}T00:00:00Z`);
        const { total, rows } = await profit({ range });
        expect(total).toMatchObject(await readLedger(null, since));
        for (const row of rows) {
          const { profitCents, netRevenueCents, grossCents, refundedCents } = row;
          const accountId = Number(row.id.replace('account-', ''));
          expect(row).toMatchObject(await readLedger(accountId, since));
          expect(netRevenueCents).toBe(grossCents - refundedCents - row.chargedBackCents);
          const costs = row.providerFeeCents + row.disputeFeeCents + row.adjustmentCents;
          expect(profitCents).toBe(netRevenueCents - row.shareCents - costs - row.writeOffCents);
        }
        const { marginPercent: _, ...sums } = total;
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
          expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(total[name]);
        }
      }
    }),
    { numRuns: isLong ? 20 : 3 },
  );
});

test('the fees of disputes are apart, and payments for deleted influencers bring nothing', async () => {
  const nova = await app.as('influencer');
  await addCharge(app, nova, { at: NOW, cents: 10_000, commission: 20 });
  await correct(nova, 'provider_fee', 290, NOW);
  await correct(nova, 'dispute_fee', 1_500, NOW);
  const { total } = await profit({ influencer: nova.id });
  expect(total).toMatchObject({
    grossCents: 10_000,
    shareCents: 7_600,
    providerFeeCents: 290,
    disputeFeeCents: 1_500,
    profitCents: 610,
    marginPercent: 6.1,
  });
  await chargeForDeleted(NOW, 700);
  const owed = (await profit()).rows.find(({ fullName }) => fullName === null);
  expect(owed).toMatchObject({ influencerId: null, profitCents: 0, marginPercent: 0 });
});

test('limited staff see the profit with their own influencers alone', async () => {
  const [nova, other] = [await app.as('influencer'), await app.as('influencer')];
  for (const influencer of [nova, other]) await addCharge(app, influencer, { at: NOW });
  const limited = await createLimitedStaff(app, nova);
  const { rows, total } = await profit({ range: 'all' }, true, limited.id);
  expect(rows.map(({ influencerId }) => influencerId)).toEqual([nova.id]);
  expect(total.grossCents).toBe(1_999);
});

test.each(EARNING_RANGES)('the file ends with the sum of all: %s', async (range) => {
  const { json } = await app.call('GET', `/api/reports/profit.csv?range=${range}`, { user: admin });
  expect((json as string).trimEnd().split('\r\n').at(-1)).toMatch(/^All,/);
});
