import { randomUUID } from 'node:crypto';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { runPayouts } from './payout-run.ts';
import { payoutLines, payouts } from './payouts.table.ts';
import { addCharge, addRefund } from './payouts.testing.ts';
import { previewPayoutRuns } from './preview/preview-payout-runs.ts';
import { savePayee } from './save-payee.ts';

const OCTOBER = '2025-10';
const NOVEMBER = '2025-11';
const { from, to } = monthBounds(OCTOBER);
const inOctober = new Date('2025-10-15T20:00:00Z');
const inNovember = new Date('2025-11-15T20:00:00Z');
const later = new Date('2026-01-05T03:15:00Z');

let app: TestApp;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const run = (month = OCTOBER, now = later) => runPayouts(app, { month }, now);
const payoutsOf = ({ id }: TestUser) =>
  app.db
    .select()
    .from(payouts)
    .where(eq(payouts.influencerId, id))
    .orderBy(asc(payouts.periodStart));
const linesOf = async (payoutId: string) =>
  (
    await app.db
      .select({ id: payoutLines.transactionId })
      .from(payoutLines)
      .where(eq(payoutLines.payoutId, payoutId))
  ).map(({ id }) => id);
const sorted = (ids: string[]) => ids.toSorted();

describe('a run', () => {
  test('makes one payout of all payments for an influencer in the month', async () => {
    const subscriptionId = randomUUID();
    const charges = [
      await addCharge(app, nova, { at: inOctober, subscriptionId }),
      await addCharge(app, nova, { at: new Date('2025-10-20T00:00:00Z'), subscriptionId }),
      await addCharge(app, nova, { at: inOctober, cents: 1001, commission: 12.5 }),
    ];
    const [before] = await app.db.select().from(profiles).where(eq(profiles.id, nova.id));
    await run();
    const [payout, ...others] = await payoutsOf(nova);
    expect(others).toEqual([]);
    expect(payout).toMatchObject({
      payeeName: before!.fullName,
      payeeEmail: nova.email,
      periodStart: '2025-10-01',
      periodEnd: '2025-10-31',
      totalSubscriptions: 2,
      grossRevenueCents: 2 * 1999 + 1001,
      merchantFeeCents: 2 * 99 + 50,
      platformCommissionCents: 2 * 380 + 118,
      netPayoutCents: 2 * 1520 + 833,
      status: 'pending',
      paidAt: null,
      createdAt: later,
    });
    expect(sorted(await linesOf(payout!.id))).toEqual(sorted(charges));
  });

  test('records what it reserves, at the time of the run', async () => {
    await addCharge(app, nova, { at: inOctober });
    await run();
    const [payout] = await payoutsOf(nova);
    const [transaction] = await app.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.id, payout!.madeTransactionId));
    expect(transaction).toMatchObject({ kind: 'payout', occurredAt: later });
    const entries = await app.db
      .select({ kind: ledgerAccounts.kind, cents: ledgerEntries.amountCents })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(eq(ledgerEntries.transactionId, transaction!.id))
      .orderBy(desc(ledgerEntries.amountCents));
    expect(entries).toEqual([
      { kind: 'influencer_share', cents: 1520 },
      { kind: 'payouts_due', cents: -1520 },
    ]);
  });

  test('ends with the last millisecond of the month in UTC', async () => {
    await addCharge(app, nova, { at: from, cents: 1000 });
    await addCharge(app, nova, { at: new Date(to.getTime() - 1), cents: 200 });
    await addCharge(app, nova, { at: to, cents: 30 });
    await run();
    expect(await payoutsOf(nova)).toMatchObject([{ grossRevenueCents: 1200 }]);
    await run(NOVEMBER);
    expect(await payoutsOf(nova)).toMatchObject([
      { grossRevenueCents: 1200 },
      { grossRevenueCents: 30, periodStart: '2025-11-01', periodEnd: '2025-11-30' },
    ]);
  });

  test('is rejected until the month is over', async () => {
    await addCharge(app, nova, { at: inOctober });
    await expect(run(OCTOBER, new Date(to.getTime() - 1))).rejects.toMatchObject({
      code: 'not-allowed-in-state',
    });
    expect(await payoutsOf(nova)).toEqual([]);
    await run(OCTOBER, to);
    expect(await payoutsOf(nova)).toHaveLength(1);
  });

  test('reports the number and total of its payouts, and makes nothing when repeated', async () => {
    await run();
    await addCharge(app, nova, { at: inOctober });
    await addCharge(app, await app.as('influencer'), { at: inOctober, cents: 1000 });
    const nothing = { payouts: 0, grossRevenueCents: 0, netPayoutCents: 0 };
    expect(await run()).toEqual({ payouts: 2, grossRevenueCents: 2999, netPayoutCents: 2280 });
    expect(await run()).toEqual(nothing);
    expect(await payoutsOf(nova)).toHaveLength(1);
  });

  test('makes each payout once when four run concurrently', async () => {
    await run();
    for (let count = 0; count < 20; count++) await addCharge(app, nova, { at: inOctober });
    const results = await Promise.all([1, 2, 3, 4].map(() => run()));
    expect(results.map((result) => result.payouts).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    expect(await payoutsOf(nova)).toHaveLength(1);
  });

  test('can run twice in one transaction', async () => {
    await addCharge(app, nova, { at: inOctober });
    await addCharge(app, nova, { at: inNovember });
    await app.db.transaction(async (db) => {
      await runPayouts({ db }, { month: OCTOBER }, later);
      await runPayouts({ db }, { month: NOVEMBER }, later);
    });
    expect(await payoutsOf(nova)).toHaveLength(2);
  });
});

describe('transactions after a payout', () => {
  test('that are reported later go into the next payout', async () => {
    await addCharge(app, nova, { at: inOctober });
    await run();
    const late = await addCharge(app, nova, { at: inOctober, cents: 700 });
    await run();
    expect(await payoutsOf(nova)).toHaveLength(1);
    const next = await addCharge(app, nova, { at: inNovember, cents: 1000 });
    await run(NOVEMBER);
    const [, payout] = await payoutsOf(nova);
    expect(payout).toMatchObject({ periodStart: '2025-11-01', grossRevenueCents: 1700 });
    expect(sorted(await linesOf(payout!.id))).toEqual(sorted([late, next]));
  });

  test('that reverse a payment reduce the next payout', async () => {
    const charge = await addCharge(app, nova, { at: inOctober, cents: 1000 });
    await run();
    await addRefund(app, charge, { at: inNovember, cents: 500 });
    await addCharge(app, nova, { at: inNovember, cents: 1000 });
    await run(NOVEMBER);
    expect(await payoutsOf(nova)).toMatchObject([
      { netPayoutCents: 760, totalSubscriptions: 1 },
      { grossRevenueCents: 500, netPayoutCents: 380, totalSubscriptions: 1 },
    ]);
  });

  test('a negative balance makes no payout, and is carried over until it is earned', async () => {
    const charge = await addCharge(app, nova, { at: inOctober, cents: 1000 });
    await run();
    const refund = await addRefund(app, charge, { at: inNovember, cents: 1000 });
    const small = await addCharge(app, nova, { at: inNovember, cents: 400 });
    await run(NOVEMBER);
    expect(await payoutsOf(nova)).toHaveLength(1);
    const large = await addCharge(app, nova, { at: new Date('2025-12-31'), cents: 2000 });
    await run('2025-12');
    const [, payout] = await payoutsOf(nova);
    expect(payout).toMatchObject({ periodStart: '2025-12-01', netPayoutCents: 304 - 760 + 1520 });
    expect(sorted(await linesOf(payout!.id))).toEqual(sorted([refund, small, large]));
  });

  test('at a commission of zero all but the fee is paid out', async () => {
    await addCharge(app, nova, { at: inOctober, cents: 1000, commission: 0 });
    await run();
    expect(await payoutsOf(nova)).toMatchObject([
      { merchantFeeCents: 50, platformCommissionCents: 0, netPayoutCents: 950 },
    ]);
  });

  test('at a commission of 100% there is no payout until a share is due', async () => {
    await addCharge(app, nova, { at: inOctober, cents: 1000, commission: 100 });
    await run();
    expect(await payoutsOf(nova)).toEqual([]);
    await addCharge(app, nova, { at: inNovember, cents: 1000 });
    await run(NOVEMBER);
    expect(await payoutsOf(nova)).toMatchObject([
      { grossRevenueCents: 2000, platformCommissionCents: 950 + 190, netPayoutCents: 760 },
    ]);
  });
});

describe('a deleted influencer', () => {
  const byEmail = (email: string) =>
    app.db.select().from(payouts).where(eq(payouts.payeeEmail, email));

  test('is paid out the rest under the former name', async () => {
    await addCharge(app, nova, { at: inOctober });
    const [{ fullName } = { fullName: '' }] = await app.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, nova.id));
    const admin = await app.as('admin');
    expect((await app.call('DELETE', `/api/users/${nova.id}`, { user: admin })).status).toBe(200);
    await run();
    expect(await byEmail(nova.email)).toMatchObject([
      { influencerId: null, payeeName: fullName, netPayoutCents: 1520 },
    ]);
  });

  test('is awaited if the deletion is in progress when the run starts', async () => {
    await addCharge(app, nova, { at: inOctober });
    let running: ReturnType<typeof run> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select from profiles where id = ${nova.id}::uuid for update`);
      running = run();
      await waitForRun();
      await savePayee(tx, nova.id);
      await tx.delete(profiles).where(eq(profiles.id, nova.id));
    });
    await running;
    expect(await byEmail(nova.email)).toMatchObject([{ influencerId: null }]);
  });
});

const runsThatWait = async () =>
  (
    await app.db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`,
    )
  ).rows;

/** Waits until a run waits for the lock on an influencer. */
async function waitForRun(): Promise<number> {
  for (;;) {
    const [waiting] = await runsThatWait();
    if (waiting) return waiting.pid;
  }
}

test('a run that dies has no effect, and the next one makes all payouts', async () => {
  await addCharge(app, nova, { at: inOctober });
  await app.db.execute(sql`
    create function fail_in_the_middle() returns trigger language plpgsql as $$
    begin raise exception 'the power is out'; end $$`);
  await app.db.execute(sql`
    create trigger power_cut before insert on payout_lines
    for each statement execute function fail_in_the_middle()`);
  await expect(run()).rejects.toThrow('insert into payout_lines');
  expect(await payoutsOf(nova)).toEqual([]);
  const isOurs = eq(ledgerTransactions.kind, 'payout');
  const count = async () => (await app.db.select().from(ledgerTransactions).where(isOurs)).length;
  const before = await count();
  await app.db.execute(sql`drop trigger power_cut on payout_lines`);
  expect(await run()).toMatchObject({ payouts: 1 });
  expect(await count()).toBe(before + 1);
});

test('a run whose connection is lost blocks nobody, and the next one makes all payouts', async () => {
  await addCharge(app, nova, { at: inOctober });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select from profiles where id = ${nova.id}::uuid for update`);
    const lost = run();
    const pid = await waitForRun();
    await Promise.all([
      expect(lost).rejects.toThrow('Failed query'),
      app.db.execute(sql`select pg_terminate_backend(${pid}::int)`),
    ]);
  });
  expect(await payoutsOf(nova)).toEqual([]);
  await run();
  expect(await payoutsOf(nova)).toHaveLength(1);
});

describe('the preview', () => {
  const now = new Date('2026-01-05T12:00:00Z');
  const preview = async () => (await previewPayoutRuns(app.db, now)).months;

  test('shows for each month what a run makes and what it carries over', async () => {
    for (const month of [OCTOBER, NOVEMBER, '2025-12']) await run(month);
    const [before] = await preview();
    const other = await app.as('influencer');
    const charge = await addCharge(app, other, { at: inOctober, cents: 1000 });
    await run(OCTOBER);
    await addRefund(app, charge, { at: inNovember, cents: 1000 });
    await addCharge(app, nova, { at: inOctober });
    await addCharge(app, nova, { at: inNovember, cents: 1000 });
    const [december, november, october, ...none] = await preview();
    expect(none).toEqual([]);
    const { influencers, cents } = before!.carriedOver;
    const all = {
      payouts: 1,
      grossRevenueCents: 2999,
      netPayoutCents: 2280,
      carriedOver: { influencers: influencers + 1, cents: cents - 760 },
    };
    expect(december).toEqual({ month: '2025-12', ...all });
    expect(november).toEqual({ month: '2025-11', ...all });
    expect(october).toMatchObject({ month: '2025-10', payouts: 1, netPayoutCents: 1520 });
    expect(await run(NOVEMBER)).toEqual({
      payouts: all.payouts,
      grossRevenueCents: all.grossRevenueCents,
      netPayoutCents: all.netPayoutCents,
    });
    expect(await preview()).toMatchObject([
      { month: '2025-12', payouts: 0, carriedOver: all.carriedOver },
    ]);
  });

  test('omits influencers with a payout of the month', async () => {
    await addCharge(app, nova, { at: inOctober });
    for (const month of [OCTOBER, NOVEMBER, '2025-12']) await run(month);
    await addCharge(app, nova, { at: inOctober });
    const months = await preview();
    expect(months.map(({ month, payouts: made }) => [month, made])).toEqual([
      ['2025-12', 1],
      ['2025-11', 1],
    ]);
  });
});

test('an admin runs a past month; staff cannot', async () => {
  const month = monthBefore(new Date());
  await addCharge(app, nova, { at: monthBounds(month).from, cents: 1000 });
  const admin = await app.as('admin');
  const post = (body: object, user = admin) => app.call('POST', '/api/payouts/run', { user, body });
  expect((await post({ month }, await app.as('staff'))).status).toBe(403);
  expect((await post({ month: '2025-13' })).status).toBe(400);
  const { json } = await post({ month: monthBefore(new Date(), 0) });
  expect(json).toMatchObject({ code: 'not-allowed-in-state', detail: 'This month isn’t over yet' });
  expect((await post({ month })).status).toBe(200);
  expect(await payoutsOf(nova)).toMatchObject([{ netPayoutCents: 760 }]);
});

test('after all these runs the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
