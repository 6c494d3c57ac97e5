import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCharge,
  makePayout,
  addRefund,
} from '#src/features/money/payouts/server/payouts.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  makeSubscription,
  refunded,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import type { EarningRange } from '../earnings.schema.ts';
import { addDispute, addDisputeWon } from './earnings.testing.ts';
import { getEarnings } from './earnings.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (iso: string): Date => new Date(iso);

let app: TestApp;
let nova: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [nova, other] = [await app.as('influencer'), await app.as('influencer')];
});

const earnings = (range: EarningRange = 'this-month', user = nova) =>
  getEarnings(app, { userId: user.id }, range, NOW);
const ask = (query = '', user = nova) => app.call('GET', `/api/earnings${query}`, { user });

async function sell(priceMonthlyCents = 1999, platformCommissionPercent = 20, user = nova) {
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: user.id, priceMonthlyCents, platformCommissionPercent })
    .returning();
  return plan!;
}

type Change = Partial<typeof userSubscriptions.$inferInsert>;
async function subscribe(plan: typeof subscriptionPlans.$inferSelect, change: Change = {}) {
  const { id: subscriberId } = await app.as('subscriber');
  const { id: subscriptionPlanId, influencerId, priceMonthlyCents: priceCents } = plan;
  const row = { subscriberId, influencerId, subscriptionPlanId, priceCents, ...change };
  await app.db.insert(userSubscriptions).values(createSubscriptionRow(row));
}
const ended = (endedAt: Date, createdAt: Date, endReason: Change['endReason'] = 'fan') =>
  ({ status: 'cancelled', endedAt, createdAt, endReason }) as const;

const EMPTY = {
  payments: 0,
  grossCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  disputesWonCents: 0,
  merchantFeeCents: 0,
  platformCommissionCents: 0,
  shareCents: 0,
  adjustmentCents: 0,
  writeOffCents: 0,
  overReturnedCents: 0,
};

describe('the money of a range', () => {
  test('is what was paid in its UTC months', async () => {
    for (const [iso, cents] of [
      ['2025-11-30T23:59:59.999Z', 100],
      ['2025-12-01T00:00:00Z', 1_000],
      ['2025-12-31T23:59:59.999Z', 2_000],
      ['2026-01-01T00:00:00Z', 4_000],
      ['2026-08-31T23:59:59.999Z', 8_000],
      ['2026-09-01T00:00:00Z', 16_000],
      ['2026-10-01T00:00:00Z', 32_000],
      ['2026-10-31T23:59:59.999Z', 64_000],
      ['2026-11-01T00:00:00Z', 128_000],
    ] as const) {
      await addCharge(app, nova, { at: at(iso), cents });
      await addCharge(app, other, { at: at(iso), cents: 77_700 });
    }
    const paid = async (range: EarningRange) => {
      const { money, series } = await earnings(range);
      const points = series.points.filter(({ grossCents }) => grossCents > 0);
      return [money.payments, money.grossCents, points.map(({ start }) => start).join(' ')];
    };
    expect(await paid('this-month')).toEqual([1, 128_000, '2026-11-01']);
    expect(await paid('last-month')).toEqual([2, 96_000, '2026-10-01 2026-10-31']);
    expect(await paid('last-3-months')).toEqual([4, 240_000, '2026-09-01 2026-10-01 2026-11-01']);
    expect(await paid('this-year')).toEqual([
      6,
      252_000,
      '2026-01-01 2026-08-01 2026-09-01 2026-10-01 2026-11-01',
    ]);
    expect((await paid('last-12-months')).slice(0, 2)).toEqual([8, 255_000]);
    expect((await paid('all')).slice(0, 2)).toEqual([9, 255_100]);
  });

  test('reports refunds, disputes and disputes won to the cent, and how the rest is divided', async () => {
    const first = await addCharge(app, nova, { at: at('2026-10-05T10:00:00Z'), cents: 2_000 });
    const second = await addCharge(app, nova, {
      at: at('2026-10-06T10:00:00Z'),
      cents: 2_001,
      commission: 12.5,
    });
    await addRefund(app, first, { at: at('2026-11-03T10:00:00Z'), cents: 1_000 });
    const dispute = await addDispute(app, second, at('2026-10-31T10:00:00Z'), 2_001);
    await addDisputeWon(app, dispute, at('2026-11-20T10:00:00Z'));
    await addCharge(app, nova, { at: at('2026-11-07T10:00:00Z'), cents: 2_000 });

    const october = {
      ...EMPTY,
      payments: 2,
      grossCents: 4_001,
      disputedCents: 2_001,
      merchantFeeCents: 100,
      platformCommissionCents: 380,
      shareCents: 1_520,
    };
    const november = {
      ...EMPTY,
      payments: 1,
      grossCents: 2_000,
      refundedCents: 1_000,
      disputesWonCents: 2_001,
      merchantFeeCents: 100 - 50 + 100,
      platformCommissionCents: 380 - 190 + 237,
      shareCents: 1_520 - 760 + 1_664,
    };
    expect((await earnings('last-month')).money).toEqual(october);
    expect((await earnings('this-month')).money).toEqual(november);
    const { money, series } = await earnings('all');
    expect(money).toEqual({
      ...EMPTY,
      payments: 3,
      grossCents: 6_001,
      refundedCents: 1_000,
      disputedCents: 2_001,
      disputesWonCents: 2_001,
      merchantFeeCents: 250,
      platformCommissionCents: 807,
      shareCents: 3_944,
    });
    expect(series.points).toEqual([
      {
        start: '2026-10-01',
        grossCents: 4_001,
        platformCommissionCents: 380,
        shareCents: 1_520,
        gained: 0,
        lost: 0,
      },
      {
        start: '2026-11-01',
        grossCents: 2_000,
        platformCommissionCents: 427,
        shareCents: 2_424,
        gained: 0,
        lost: 0,
      },
    ]);
  });

  test.each([
    { commission: 0, platformCommissionCents: 0, shareCents: 1_900 },
    { commission: 0.5, platformCommissionCents: 9, shareCents: 1_891 },
    { commission: 1, platformCommissionCents: 19, shareCents: 1_881 },
    { commission: 100, platformCommissionCents: 1_900, shareCents: 0 },
  ])('is split at a commission of $commission%', async ({ commission, ...split }) => {
    await addCharge(app, nova, { at: NOW, commission });
    expect((await earnings()).money).toEqual({
      ...EMPTY,
      ...split,
      payments: 1,
      grossCents: 1_999,
      merchantFeeCents: 99,
    });
  });

  test('excludes other influencers', async () => {
    await addCharge(app, other, { at: NOW });
    await makePayout(app, other);
    await subscribe(await sell(999, 20, other));
    const { money, openCents, payouts, recentPayouts, activeSubscribers, plan, subscribers } =
      await earnings('all');
    expect(money).toEqual(EMPTY);
    expect({ openCents, recentPayouts, activeSubscribers, plan }).toEqual({
      openCents: 0,
      recentPayouts: [],
      activeSubscribers: 0,
      plan: null,
    });
    expect(payouts.pending).toEqual({ count: 0, cents: 0 });
    expect(subscribers.gained).toBe(0);
  });
});

describe('over the API', () => {
  test('the payments and refunds that the provider reports count, and a fan who pays twice counts once', async () => {
    const { influencer, event } = await makeSubscription(app);
    const first = (await ask('', influencer)).json;
    expect(first).toMatchObject({
      range: 'this-month',
      money: { payments: 1, grossCents: 1_999, shareCents: 1_520 },
      subscribers: { atStart: 0, gained: 1, lost: 0, atEnd: 1, churnPercent: 0, paying: 1 },
      averageCents: 1_520,
      activeSubscribers: 1,
      openCents: 1_520,
    });
    const renewal = { ...renewed(event), occurredAt: new Date() };
    await deliver(app, renewal);
    await deliver(app, { ...refunded(renewal, 1_000), occurredAt: new Date() });
    const { money, subscribers, averageCents } = (await ask('?range=all', influencer)).json;
    // A reversal of $10.00 of $19.99: the fee returns floor(99 / 1.999) cents, the commission
    // floor(380 / 1.999).
    expect(money).toEqual({
      ...EMPTY,
      payments: 2,
      grossCents: 3_998,
      refundedCents: 1_000,
      merchantFeeCents: 198 - 49,
      platformCommissionCents: 760 - 190,
      shareCents: 3_040 - 761,
    });
    expect(subscribers.paying).toBe(1);
    expect(averageCents).toBe(2_279);
  });

  test('a new influencer has no earnings, no comparison and no averages', async () => {
    const { status, json } = await ask('?range=all');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      money: EMPTY,
      subscribers: { atStart: 0, gained: 0, lost: 0, atEnd: 0, churnPercent: null, paying: 0 },
      averageCents: null,
      before: null,
      plan: null,
      openCents: 0,
      recentPayouts: [],
    });
    expect(json.series.unit).toBe('day');
  });

  test.each(['?range=', '?range=yesterday', '?range=this-month%00'])(
    'an unknown range is rejected: %s',
    async (query) => {
      expect((await ask(query)).status).toBe(400);
    },
  );
});

describe('subscribers', () => {
  test('at the start, gained, lost and at the end count subscriptions that started and ended', async () => {
    const plan = await sell();
    const long = at('2026-01-15T10:00:00Z');
    await subscribe(plan, { createdAt: long });
    await subscribe(plan, { createdAt: long, status: 'paused' });
    await subscribe(plan, { createdAt: long, status: 'past_due' });
    await subscribe(plan, { createdAt: at('2026-10-31T23:59:59.999Z') });
    await subscribe(plan, { createdAt: at('2026-11-01T00:00:00Z') });
    await subscribe(plan, ended(at('2026-11-01T00:00:00Z'), long, 'staff'));
    await subscribe(plan, ended(at('2026-11-09T00:00:00Z'), at('2026-11-08T00:00:00Z'), 'refund'));
    await subscribe(plan, ended(at('2026-10-31T23:59:59.999Z'), long, 'unpaid'));
    await subscribe(
      plan,
      ended(at('2026-11-10T00:00:00Z'), at('2026-11-10T00:00:00Z'), 'duplicate'),
    );
    await subscribe(await sell(999, 20, other), { createdAt: at('2026-11-05T00:00:00Z') });

    const { subscribers, series, activeSubscribers } = await earnings();
    expect(subscribers).toEqual({
      atStart: 5,
      gained: 2,
      lost: 2,
      atEnd: 5,
      subscriberMonths: 7,
      churnPercent: 28.6,
      paying: 0,
    });
    expect(series.points.filter(({ gained, lost }) => gained + lost > 0)).toEqual([
      {
        start: '2026-11-01',
        grossCents: 0,
        platformCommissionCents: 0,
        shareCents: 0,
        gained: 1,
        lost: 1,
      },
      {
        start: '2026-11-08',
        grossCents: 0,
        platformCommissionCents: 0,
        shareCents: 0,
        gained: 1,
        lost: 0,
      },
      {
        start: '2026-11-09',
        grossCents: 0,
        platformCommissionCents: 0,
        shareCents: 0,
        gained: 0,
        lost: 1,
      },
    ]);
    expect(activeSubscribers).toBe(3);
    const { atStart, gained, lost, atEnd } = (await earnings('last-month')).subscribers;
    expect([atStart, gained, lost, atEnd]).toEqual([5, 1, 1, 5]);
  });
});

describe('the previous range', () => {
  test('is cut to the length of the running one, and reserved shares still count as earned', async () => {
    await addCharge(app, nova, { at: at('2026-09-30T10:00:00Z') });
    await addCharge(app, nova, { at: at('2026-10-01T00:00:00Z'), cents: 999 });
    const refunded = await addCharge(app, nova, { at: at('2026-10-21T11:59:59.999Z') });
    await addRefund(app, refunded, { at: at('2026-10-21T11:59:59.999Z') });
    await addCharge(app, nova, { at: at('2026-10-21T12:00:00Z') });
    await makePayout(app, nova, { month: '2026-09', cents: 2_000 });
    const plan = await sell();
    await subscribe(plan, { createdAt: at('2026-10-21T11:00:00Z') });
    await subscribe(plan, { createdAt: at('2026-10-21T12:00:00Z') });
    await subscribe(plan, ended(at('2026-10-02T00:00:00Z'), at('2026-09-02T00:00:00Z')));
    expect((await earnings()).before).toEqual({
      from: '2026-10-01',
      until: '2026-10-21',
      shareCents: 760,
      gained: 1,
      lost: 1,
    });
    expect((await earnings('last-3-months')).before).toBeNull();
    expect((await earnings('all')).before).toBeNull();
  });
});

describe('the plan', () => {
  test.each([
    { price: 1_999, commission: 0, split: [99, 0, 1_900], estimate: 5_997 },
    { price: 1_999, commission: 0.5, split: [99, 9, 1_891], estimate: 5_967 },
    { price: 1_999, commission: 1, split: [99, 19, 1_881], estimate: 5_937 },
    { price: 1_999, commission: 100, split: [99, 1_900, 0], estimate: 0 },
    { price: 0, commission: 20, split: [0, 0, 0], estimate: 0 },
  ])(
    'at $price cents and $commission% shows the division of a payment and estimates a month',
    async ({ price, commission, split, estimate }) => {
      const plan = await sell(price, commission);
      await subscribe(plan);
      await subscribe(plan, { priceCents: 500 });
      await subscribe(plan);
      await subscribe(plan, { status: 'paused' });
      await subscribe(plan, ended(NOW, NOW));
      const [merchantFeeCents, platformCents, influencerCents] = split;
      expect((await earnings()).plan).toEqual({
        priceMonthlyCents: price,
        platformCommissionPercent: commission,
        plannedCommission: null,
        split: { merchantFeeCents, platformCents, influencerCents },
        estimatedMonthlyRevenueCents: estimate,
        otherPriceCount: 1,
      });
    },
  );

  test('is null without an active plan', async () => {
    const { id } = await sell();
    await app.db
      .update(subscriptionPlans)
      .set({ isActive: false })
      .where(eq(subscriptionPlans.id, id));
    expect((await earnings()).plan).toBeNull();
  });
});

describe('the amount in no payout', () => {
  test('is everything earned less what was reserved, and negative after larger reversals', async () => {
    await addCharge(app, nova, { at: at('2026-09-05T10:00:00Z'), cents: 999 });
    const made = await makePayout(app, nova, { month: '2026-10', cents: 2_000 });
    expect(made.netPayoutCents).toBe(760 + 1_520);
    expect((await earnings()).openCents).toBe(0);
    const payment = await addCharge(app, nova, { at: at('2026-11-05T10:00:00Z'), cents: 999 });
    expect((await earnings()).openCents).toBe(760);
    await addRefund(app, payment, { at: at('2026-11-06T10:00:00Z'), cents: 999 });
    const late = await addCharge(app, nova, { at: at('2026-10-30T10:00:00Z'), cents: 2_000 });
    await makePayout(app, nova, { month: '2026-11', cents: 999 });
    await addRefund(app, late, { at: at('2026-12-02T10:00:00Z'), cents: 2_000 });
    const { openCents, payouts, recentPayouts } = await earnings();
    expect(openCents).toBe(-1_520);
    expect(payouts.pending).toEqual({ count: 2, cents: 2_280 + 760 + 1_520 });
    expect(recentPayouts.map(({ periodStart }) => periodStart)).toEqual([
      '2026-11-01',
      '2026-10-01',
    ]);
  });
});
