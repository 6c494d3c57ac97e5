import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordCharge } from '#src/features/money/ledger/server/record-transaction.ts';
import { addRefund } from '#src/features/money/payouts/server/payouts.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { addMonths, DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { cohortsQuerySchema, reportQuerySchema, type RecurringReport } from '../reports.schema.ts';
import { listCohorts } from './cohorts.ts';
import { getRecurringReport } from './recurring-revenue.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const FIRST = new Date('2025-12-01T00:00:00Z');
const day = (days: number): Date => new Date(FIRST.getTime() + days * DAY_MS);

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** A subscription: the day of its start, the cents of each monthly payment, and the day of its end. */
type History = { start: number; payments: number[]; end: number | null; fan?: string };

async function createInfluencer() {
  const { id } = await app.as('influencer');
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: id, priceMonthlyCents: 999, platformCommissionPercent: 20 })
    .returning();
  return { id, planId: plan!.id };
}

type Influencer = Awaited<ReturnType<typeof createInfluencer>>;

/** @returns the payments' transactions */
async function subscribe(influencer: Influencer, { start, payments, end, fan }: History) {
  const [subscriberId, createdAt] = [fan ?? randomUUID(), day(start)];
  const [subscription] = await app.db
    .insert(userSubscriptions)
    .values(
      createSubscriptionRow({
        subscriberId,
        influencerId: influencer.id,
        subscriptionPlanId: influencer.planId,
        createdAt,
        currentPeriodStart: createdAt,
        ...(end !== null && { status: 'cancelled', endReason: 'fan', endedAt: day(end) }),
      }),
    )
    .returning();
  return app.db.transaction(async (tx) => {
    const charges: string[] = [];
    for (const [month, amountCents] of payments.entries()) {
      const at = addMonths(createdAt, month);
      const id = await recordCharge(tx, {
        provider: 'sandbox',
        paymentId: randomUUID(),
        amountCents,
        influencerId: influencer.id,
        subscriptionId: subscription!.id,
        subscriberId,
        occurredAt: at,
        periodStart: at,
        periodEnd: addMonths(at, 1),
        commissionPercent: 20,
      });
      charges.push(id!);
    }
    return charges;
  });
}

const asReader = (user: TestUser, isLimited = false) => ({ userId: user.id, isLimited });
const recurring = (influencer: string, range = 'all', reader = asReader(admin)) =>
  getRecurringReport(
    app.pool,
    reader,
    reportQuerySchema.parse({ influencer, range }),
    NOW,
  ) as Promise<RecurringReport>;
const cohortsOf = async (influencer: string, reader = asReader(admin)) => {
  const cohorts = await listCohorts(
    app.pool,
    reader,
    cohortsQuerySchema.parse({ influencer }),
    NOW,
  );
  return cohorts.filter(({ fans }) => fans > 0);
};

/** The recurring revenue at an instant, from its definition alone. */
function recurringAt(histories: History[], at: Date): number {
  const alive = histories.filter(
    ({ start, end }) => day(start) < at && (end === null || day(end) >= at),
  );
  const last = ({ start, payments, end }: History) =>
    payments.findLast((_, month) => {
      const paidAt = addMonths(day(start), month);
      return paidAt < at && (end === null || paidAt <= day(end));
    }) ?? 0;
  return alive.reduce((sum, history) => sum + last(history), 0);
}

describe('movements of the recurring revenue', () => {
  test('add up to its value at the end of every month, whatever happened', async () => {
    const historyArbitrary = fc
      .record({
        start: fc.integer({ min: 0, max: 330 }),
        payments: fc.array(fc.constantFrom(500, 999, 1499), { minLength: 1, maxLength: 6 }),
        ends: fc.option(fc.integer({ min: 1, max: 200 })),
      })
      .map(({ start, payments, ends }): History => ({
        start,
        payments,
        end: ends === null ? null : start + ends,
      }));
    await fc.assert(
      fc.asyncProperty(fc.array(historyArbitrary, { minLength: 1, maxLength: 8 }), async (all) => {
        const influencer = await createInfluencer();
        for (const history of all) await subscribe(influencer, history);
        const { months, total } = await recurring(influencer.id, 'last-12-months');
        expect(months).toHaveLength(12);
        for (const [index, month] of months.entries()) {
          const start = new Date(`${month.start}T00:00:00Z`);
          expect(month.openingCents).toBe(recurringAt(all, start));
          expect(month.closingCents).toBe(recurringAt(all, addMonths(start, 1)));
          expect(months[index + 1]?.openingCents ?? total.closingCents).toBe(month.closingCents);
        }
        for (const figures of [...months, total]) {
          const { newCents, reactivatedCents, expansionCents } = figures;
          const moved = newCents + reactivatedCents + expansionCents;
          const lost = figures.contractionCents + figures.churnedCents;
          expect(figures.openingCents + moved + lost).toBe(figures.closingCents);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('are named by what happened', async () => {
    const influencer = await createInfluencer();
    const fan = randomUUID();
    // December 1 to January 5, and again from February 9.
    await subscribe(influencer, { start: 0, payments: [1000, 1000], end: 35, fan });
    await subscribe(influencer, { start: 70, payments: [1200, 1500, 900], end: null, fan });
    const { months } = await recurring(influencer.id, 'last-12-months');
    const named = months.slice(0, 5).map((month) => ({
      new: month.newCents,
      reactivated: month.reactivatedCents,
      expansion: month.expansionCents,
      contraction: month.contractionCents,
      churned: month.churnedCents,
      closing: month.closingCents,
    }));
    const none = { new: 0, reactivated: 0, expansion: 0, contraction: 0, churned: 0, closing: 0 };
    expect(named).toEqual([
      { ...none, new: 1000, closing: 1000 },
      { ...none, churned: -1000 },
      { ...none, reactivated: 1200, closing: 1200 },
      { ...none, expansion: 300, closing: 1500 },
      { ...none, contraction: -600, closing: 900 },
    ]);
    // All of it in January; 600 of the 1500 in April.
    expect(months.slice(0, 5).map((month) => month.revenueChurnPercent)).toEqual([
      0, 100, 0, 0, 40,
    ]);
    expect(months.slice(0, 3).map((month) => month.churnPercent)).toEqual([0, 100, 0]);
  });
});

test('revenue per fan is what was paid less what was returned, by the fans who paid', async () => {
  const influencer = await createInfluencer();
  const [charge] = await subscribe(influencer, { start: 0, payments: [1000, 1000], end: null });
  await subscribe(influencer, { start: 3, payments: [501], end: null });
  await addRefund(app, charge!, { at: day(10), cents: 250 });
  const { months, total } = await recurring(influencer.id, 'last-12-months');
  expect(months[0]).toMatchObject({ netCents: 1251, payingFans: 2, revenuePerFanCents: 626 });
  expect(months[2]).toMatchObject({ netCents: 0, payingFans: 0, revenuePerFanCents: null });
  expect(total).toMatchObject({ netCents: 2251, payingFans: 2, revenuePerFanCents: 1126 });
});

test('a cohort counts each fan once, at the end of each month', async () => {
  const influencer = await createInfluencer();
  const [gone, returned, stays] = [randomUUID(), randomUUID(), randomUUID()];
  await subscribe(influencer, { start: 280, payments: [1000], end: 285, fan: gone });
  await subscribe(influencer, { start: 281, payments: [1000], end: 312, fan: returned });
  await subscribe(influencer, { start: 340, payments: [1000], end: null, fan: returned });
  await subscribe(influencer, { start: 282, payments: [1000, 1000], end: null, fan: stays });
  // September: one of three left in it, one in October, who has returned in November.
  expect(await cohortsOf(influencer.id)).toEqual([
    { start: '2026-09-01', fans: 3, subscribed: [2, 1, 2] },
  ]);
});

test('limited staff see the recurring revenue and cohorts of their influencers alone', async () => {
  const [own, other] = [await createInfluencer(), await createInfluencer()];
  for (const influencer of [own, other]) {
    await subscribe(influencer, { start: 300, payments: [1000], end: null });
  }
  const { id } = own;
  const limited = asReader(await createLimitedStaff(app, { id } as TestUser), true);
  expect((await recurring(own.id, 'all', limited)).total.closingCents).toBe(1000);
  expect((await recurring(other.id, 'all', limited)).total.closingCents).toBe(0);
  expect(await cohortsOf(own.id, limited)).toHaveLength(1);
  expect(await cohortsOf(other.id, limited)).toEqual([]);
});

test('both tables are files, with amounts in dollars', async () => {
  const influencer = await createInfluencer();
  await subscribe(influencer, { start: 0, payments: [1999], end: null });
  const get = (name: string) =>
    app.call('GET', `/api/reports/${name}.csv?influencer=${influencer.id}`, { user: admin });
  expect((await get('recurring')).json).toContain('Month (UTC),MRR at Start,New');
  expect((await get('recurring')).json).toContain(',19.99,');
  expect((await get('cohorts')).json).toContain('First Payment (UTC),Fans,End of Month 0');
});
