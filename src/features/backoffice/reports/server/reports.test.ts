import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { addDispute, addDisputeWon } from '#src/features/money/earnings/server/earnings.testing.ts';
import { getEarnings } from '#src/features/money/earnings/server/earnings.ts';
import { addCharge, addRefund } from '#src/features/money/payouts/server/payouts.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { reportQuerySchema, type InfluencerReport, type Report } from '../reports.schema.ts';
import { listInfluencerReports } from './influencer-reports.ts';
import { getReport } from './report.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (iso: string): Date => new Date(iso);

let app: TestApp;
let admin: TestUser;
let nova: TestUser;
let ruby: TestUser;
let gone: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, nova, ruby, gone] = [
    await app.as('admin'),
    await app.as('influencer'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
  await addCharge(app, nova, { at: at('2026-09-03T00:00:00Z'), cents: 1000, commission: 50 });
  await addCharge(app, nova, { at: at('2026-10-03T00:00:00Z'), cents: 1333, commission: 50 });
  const late = await addCharge(app, nova, { at: at('2026-10-30T00:00:00Z'), commission: 50 });
  await addRefund(app, late, { at: at('2026-11-02T00:00:00Z'), cents: 777 });
  await addCharge(app, nova, { at: at('2026-11-05T00:00:00Z'), cents: 4999, commission: 50 });
  await addCharge(app, ruby, { at: at('2026-10-04T00:00:00Z'), cents: 2501, commission: 17.5 });
  const disputed = await addCharge(app, ruby, { at: at('2026-11-04T00:00:00Z'), cents: 2501 });
  const dispute = await addDispute(app, disputed, at('2026-11-06T00:00:00Z'), 2501);
  await addDisputeWon(app, dispute, at('2026-11-09T00:00:00Z'));
  await addCharge(app, gone, { at: at('2026-11-01T00:00:00Z'), cents: 3001, commission: 33.33 });
  await subscribe(nova, { createdAt: at('2026-09-03T00:00:00Z') });
  await subscribe(nova, { createdAt: at('2026-11-05T00:00:00Z') });
  const ended = { status: 'cancelled', endReason: 'fan' } as const;
  const left = { ...ended, endedAt: at('2026-11-03T00:00:00Z') };
  await subscribe(nova, { ...left, createdAt: at('2026-10-03T00:00:00Z') });
  await subscribe(ruby, { createdAt: at('2026-10-04T00:00:00Z') });
  await subscribe(ruby, { ...left, createdAt: at('2026-11-02T00:00:00Z') });
  await subscribe(gone, { createdAt: at('2026-11-02T00:00:00Z') });
  await app.call('DELETE', `/api/influencers/${gone.id}`, { user: admin });
});
afterAll(() => app.close());

async function subscribe(
  { id: influencerId }: TestUser,
  change: Partial<typeof userSubscriptions.$inferInsert>,
) {
  const known = await app.db
    .select()
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.influencerId, influencerId));
  const [plan = known[0]!] =
    known.length > 0
      ? known
      : await app.db
          .insert(subscriptionPlans)
          .values({ influencerId, priceMonthlyCents: 999, platformCommissionPercent: 20 })
          .returning();
  const { id: subscriberId } = await app.as('subscriber');
  await app.db
    .insert(userSubscriptions)
    .values(
      createSubscriptionRow({ subscriberId, influencerId, subscriptionPlanId: plan.id, ...change }),
    );
}

type Filter = { range?: string; influencer?: string; owner?: string };

const asReader = (user: TestUser, isLimited = false) => ({ userId: user.id, isLimited });
const report = (filter: Filter = {}, reader = asReader(admin)): Promise<Report> =>
  getReport(app.pool, reader, reportQuerySchema.parse(filter), NOW) as Promise<never>;
const compare = (filter: Filter = {}, reader = asReader(admin)) =>
  listInfluencerReports(app.pool, reader, reportQuerySchema.parse(filter), NOW);
const named = async (filter?: Filter, reader?: ReturnType<typeof asReader>) =>
  (await compare(filter, reader)).map(({ influencerId }) => influencerId);

const FIGURES = [
  'platformCommissionCents',
  'grossCents',
  'shareCents',
] as const satisfies (keyof InfluencerReport)[];

describe('the money of the agency', () => {
  test('is that of the ledger to the cent, also of deleted influencers', async () => {
    const { money } = await report({ range: 'all' });
    const { rows } = await app.db.execute<{ kind: string; cents: number }>(sql`
      select a.kind, sum(e.amount_cents)::int as cents
      from ledger_entries e join ledger_accounts a on a.id = e.account_id group by 1`);
    const recorded = Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
    expect(money.platformCommissionCents).toBe(-recorded.platform_commission!);
    expect(money.shareCents).toBe(-recorded.influencer_share!);
    expect(money.merchantFeeCents).toBe(-recorded.merchant_fees!);
    const { grossCents, refundedCents, disputedCents, disputesWonCents } = money;
    const received = grossCents - refundedCents - disputedCents + disputesWonCents;
    expect(received).toBe(recorded.cash);
    const { merchantFeeCents, platformCommissionCents, shareCents } = money;
    expect(merchantFeeCents + platformCommissionCents + shareCents).toBe(received);
    expect(money).toMatchObject({
      refundedCents: 777,
      disputedCents: 2501,
      disputesWonCents: 2501,
    });
  });

  test.each(['this-month', 'last-month', 'last-3-months', 'all'])(
    'is the sum of the influencers and of the points of the chart: %s',
    async (range) => {
      const [{ money, series }, rows] = await Promise.all([report({ range }), compare({ range })]);
      const add = (parts: { [name in (typeof FIGURES)[number]]: number }[]) =>
        FIGURES.map((name) => parts.reduce((sum, part) => sum + part[name], 0));
      const sums = FIGURES.map((name) => money[name]);
      expect(add(rows)).toEqual(sums);
      expect(add(series.points)).toEqual(sums);
    },
  );

  test('of one influencer is what their own screen shows', async () => {
    const own = await getEarnings(app, { userId: nova.id }, 'last-3-months', NOW);
    const { money, subscribers, days } = await report({
      range: 'last-3-months',
      influencer: nova.id,
    });
    const { paying: _, ...changes } = own.subscribers;
    expect({ money, subscribers, days }).toEqual({
      money: { ...own.money, providerFeeCents: 0, disputeFeeCents: 0 },
      subscribers: changes,
      days: own.days,
    });
  });
});

test('a range is compared with the same length of the previous one', async () => {
  const { before, money } = await report();
  expect(before).toMatchObject({ from: '2026-10-01', until: '2026-10-21', gained: 2, lost: 0 });
  // Until October 21: 1333 at 50% and 2501 at 17.5%, each after a fee of 5%.
  expect(before!.money.platformCommissionCents).toBe(633 + 415);
  expect(money.grossCents).toBe(4999 + 2501 + 3001);
  const growth = async (filter: Filter) =>
    (await compare(filter)).map((row) => [row.influencerId, row.growthPercent]);
  const [[, ofNova] = []] = await growth({ influencer: nova.id });
  // (2375 - 369 returned by the refund) compared with 633.
  expect(ofNova).toBe(217);
  // Ruby began within the previous period: nothing to compare, whoever else is listed.
  expect(await growth({ influencer: ruby.id })).toEqual([[ruby.id, null]]);
  expect(await growth({})).toEqual([
    [nova.id, ofNova],
    [null, null],
    [ruby.id, null],
  ]);
});

test('influencers are compared by the agency’s commission, and deleted ones where they earned', async () => {
  const rows = await compare();
  const commissions = rows.map((row) => row.platformCommissionCents);
  expect(commissions).toEqual(commissions.toSorted((a, b) => b - a));
  expect(rows.map(({ influencerId }) => influencerId)).toEqual([nova.id, null, ruby.id]);
  expect(await named({ range: 'last-month' })).not.toContain(null);
  expect(rows[0]).toMatchObject({ gained: 1, lost: 1, subscribers: 2, churnPercent: 33.3 });
  expect(rows[2]).toMatchObject({ gained: 1, lost: 1, subscribers: 1, churnPercent: 50 });
});

test('the subscribers of the agency are those of its influencers', async () => {
  const [{ subscribers }, rows] = await Promise.all([report(), compare()]);
  const add = (name: 'gained' | 'lost' | 'subscribers') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  expect([add('gained'), add('lost'), add('subscribers')]).toEqual([
    subscribers.gained,
    subscribers.lost,
    subscribers.atEnd,
  ]);
  for (const range of ['this-month', 'last-3-months', 'all'] as const) {
    const own = await getEarnings(app, { userId: nova.id }, range, NOW);
    const ofRange = await compare({ range });
    expect(ofRange.find(({ influencerId }) => influencerId === nova.id)).toMatchObject({
      subscribers: own.subscribers.atEnd,
      churnPercent: own.subscribers.churnPercent,
    });
  }
});

test('the lifetime value is what paying fans have paid, less what was returned', async () => {
  const [first] = await compare({ influencer: nova.id });
  expect(first!.lifetimeValueCents).toBe(Math.round((1000 + 1333 + 1999 + 4999 - 777) / 4));
  const { lifetimeValueCents } = await report();
  expect(lifetimeValueCents).toBe(Math.round((8554 + 2501 + 2501 + 3001) / 7));
});

test('limited staff see their own influencers alone, and owners are a filter', async () => {
  const limited = asReader(await createLimitedStaff(app, ruby), true);
  expect(await named({ range: 'all' }, limited)).toEqual([ruby.id]);
  expect((await report({ range: 'all', influencer: nova.id }, limited)).money.payments).toBe(0);
  expect((await report({ range: 'all' }, limited)).money.payments).toBe(2);
  await app.db.update(profiles).set({ ownedBy: admin.id }).where(eq(profiles.id, nova.id));
  expect(await named({ owner: 'me' })).toEqual([nova.id]);
  expect(await named({ owner: 'nobody' })).toEqual([ruby.id]);
  expect((await report({ range: 'all', owner: 'me' })).money.payments).toBe(4);
});

test('both tables are files, with amounts in dollars', async () => {
  const get = (name: string) =>
    app.call('GET', `/api/reports/${name}.csv?range=all`, { user: admin });
  const influencers = await get('influencers');
  expect(influencers.json.split('\r\n')[0]).toContain('Influencer,Agency’s Commission');
  // 17.5% and 20% of 2501, each after a fee of 5%, which remains with the agency.
  const commissionCents = 415 + 475;
  const dollars = [commissionCents, commissionCents + 2 * 125, 2 * 2501].map((cents) =>
    String(cents / 100),
  );
  expect(influencers.json).toContain(`,${dollars.join(',')},`);
  const periods = await get('periods');
  expect(periods.json).toContain('2026-09-01,4.75,10,4.75,1,0');
});
