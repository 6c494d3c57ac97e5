import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { DAY_MS } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  deliver,
  makeInfluencer,
  openCheckout,
  paid,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { CommissionRate } from '../commission.schema.ts';
import { commissionRates } from './commission-rates.table.ts';

let app: TestApp;
let admin: TestUser;
let nova: Awaited<ReturnType<typeof makeInfluencer>>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await makeInfluencer(app);
});

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const add = (body: object, user = admin, planId = nova.plan.id) =>
  app.call('POST', `/api/plans/${planId}/commission`, {
    user,
    body: { percent: 15, startsOn: null, reason: 'New agreement', ...body },
  });
const remove = (rateId: string, user = admin) =>
  app.call('DELETE', `/api/plans/${nova.plan.id}/commission/${rateId}`, { user });
const list = async (): Promise<CommissionRate[]> =>
  (await app.call('GET', `/api/plans/${nova.plan.id}/commission`, { user: admin })).json.rates;
const plan = async () =>
  (await app.call('GET', `/api/plans/${nova.plan.id}`, { user: admin })).json;
/** A commission that has started already, as it is after some time. */
const insertRate = (percent: number, effectiveFrom: Date) =>
  app.db
    .insert(commissionRates)
    .values({ planId: nova.plan.id, percent, effectiveFrom, reason: 'Agreed' });

/** A fan's first payment at this time, whose event may arrive much later. */
async function firstPayment(at: Date) {
  const fan = await app.as('subscriber');
  const event = paid(await openCheckout(app, fan, nova.id), at);
  await deliver(app, event);
  return event;
}
const commissionOf = async ({ paymentId }: { paymentId: string }) => {
  const [found] = await app.db
    .select({ percent: ledgerTransactions.commissionPercent })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.providerReference, paymentId));
  return found?.percent;
};

test('a payment has the commission of the time when it occurred, whenever its event arrives', async () => {
  await insertRate(15, daysFromNow(-50));
  await insertRate(10, daysFromNow(-10));
  const old = await firstPayment(daysFromNow(-60));
  const between = await firstPayment(daysFromNow(-20));
  expect([await commissionOf(old), await commissionOf(between)]).toEqual([20, 15]);
  // The renewal of the second one is due about ten days from now.
  await deliver(app, renewed(between));
  expect(await commissionOf(renewed(between))).toBe(10);
  expect(await commissionOf(await firstPayment(new Date()))).toBe(10);
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});

test('a commission applies from the next payment, with its author and reason', async () => {
  const before = await firstPayment(new Date());
  expect((await add({ percent: 12.5 })).status).toBe(200);
  expect((await plan()).platformCommissionPercent).toBe(12.5);
  expect(await commissionOf(await firstPayment(new Date(Date.now() + 1_000)))).toBe(12.5);
  expect(await commissionOf(before)).toBe(20);
  expect(await list()).toMatchObject([
    { percent: 12.5, state: 'active', reason: 'New agreement', createdBy: { id: admin.id } },
    { id: null, percent: 20, state: 'ended', reason: null, createdBy: null },
  ]);
});

test('a planned commission is shown, and removed before it starts', async () => {
  const startsOn = formatUtcDay(daysFromNow(30));
  const { json } = await add({ startsOn });
  expect(json.effectiveFrom).toBe(`${startsOn}T00:00:00.000Z`);
  expect(await plan()).toMatchObject({
    platformCommissionPercent: 20,
    plannedCommission: { percent: 15, effectiveFrom: `${startsOn}T00:00:00.000Z` },
  });
  expect((await list()).map(({ state }) => state)).toEqual(['planned', 'active']);
  const twice = await add({ startsOn, percent: 11 });
  expect([twice.status, twice.json.code]).toEqual([409, 'conflict']);
  expect((await remove(json.id)).status).toBe(200);
  expect(await plan()).toMatchObject({ platformCommissionPercent: 20, plannedCommission: null });
  expect((await remove(json.id)).status).toBe(404);
});

test.each([
  ['today', { startsOn: formatUtcDay(new Date()) }, 'startsOn'],
  ['a day in the past', { startsOn: '2025-01-01' }, 'startsOn'],
  ['a day in the next decade', { startsOn: '2099-01-01' }, 'startsOn'],
  ['no date', { startsOn: 'soon' }, 'startsOn'],
  ['no reason', { reason: ' ' }, 'reason'],
  ['a commission above 100%', { percent: 101 }, 'percent'],
  ['three decimals', { percent: 20.005 }, 'percent'],
  ['the present commission', { percent: 20 }, 'percent'],
])('%s is refused at its field', async (_what, wrong, path) => {
  const { status, json } = await add(wrong);
  expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid-input', path]);
  expect(await list()).toHaveLength(1);
});

test('a start before a payment that is dated ahead is refused, and the next payment comes after it', async () => {
  const ahead = await firstPayment(daysFromNow(2));
  const { json } = await add({ startsOn: formatUtcDay(daysFromNow(1)) });
  expect(json.errors[0]).toMatchObject({
    path: 'startsOn',
    message: expect.stringMatching(/^There is a payment of/),
  });
  expect((await add({})).json.effectiveFrom).toBe(
    new Date(ahead.occurredAt.getTime() + 1).toISOString(),
  );
  expect(await commissionOf(ahead)).toBe(20);
});

test('a commission that started, or that a payment has, is neither changed nor removed', async () => {
  const { json } = await add({ startsOn: formatUtcDay(daysFromNow(2)) });
  await firstPayment(daysFromNow(3));
  expect((await remove(json.id)).json).toMatchObject({ code: 'not-allowed-in-state' });
  await insertRate(9, daysFromNow(-1));
  const { id } = (await list()).find(({ state }) => state === 'active')!;
  expect((await remove(id!)).json).toMatchObject({ code: 'not-allowed-in-state' });
  for (const change of [
    sql`update commission_rates set percent = 1`,
    sql`update subscription_plans set platform_commission_percent = 1`,
  ]) {
    await expect(app.db.execute(change)).rejects.toThrow();
  }
  await expect(app.db.execute(sql`delete from commission_rates`)).rejects.toThrow();
});

test('of many at once, one commission starts on a day', async () => {
  const startsOn = formatUtcDay(daysFromNow(40));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => add({ startsOn, percent: at + 1 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await list()).toHaveLength(2);
});

test('staff see and change the commissions of their influencers only; others none', async () => {
  const limited = await createLimitedStaff(app, nova);
  const other = await makeInfluencer(app);
  expect((await add({}, limited)).status).toBe(200);
  expect((await add({}, limited, other.plan.id)).status).toBe(404);
  const path = `/api/plans/${other.plan.id}/commission`;
  expect((await app.call('GET', path, { user: limited })).status).toBe(404);
  for (const user of [nova, await app.as('subscriber')]) {
    expect((await add({}, user)).status).toBe(403);
    expect((await app.call('GET', path, { user })).status).toBe(403);
  }
});

test('an influencer sees the planned commission, and is deleted with its history', async () => {
  await insertRate(10, daysFromNow(-1));
  await add({ startsOn: formatUtcDay(daysFromNow(30)) });
  const { json } = await app.call('GET', '/api/earnings', { user: nova });
  expect(json.plan).toMatchObject({
    platformCommissionPercent: 10,
    plannedCommission: { percent: 15 },
  });
  await app.call('DELETE', `/api/influencers/${nova.id}`, { user: admin });
  const left = await app.db
    .select()
    .from(commissionRates)
    .where(eq(commissionRates.planId, nova.plan.id));
  expect(left).toEqual([]);
});

// Last: a recorded payment stays wrong.
test('the ledger check finds a payment that has not the commission of its time', async () => {
  const { paymentId } = await firstPayment(daysFromNow(-5));
  await insertRate(15, daysFromNow(-6));
  const violations = await checkLedger(app.db, ALL_LEDGER_RULES);
  expect(violations).toMatchObject([
    { rule: 'each payment has the commission of its time', expected: '15%', found: '20.00%' },
  ]);
  const [charge] = await app.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.providerReference, paymentId));
  expect(violations[0]!.subject).toBe(charge!.id);
});
