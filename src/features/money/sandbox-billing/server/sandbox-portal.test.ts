import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxCard } from '#src/features/money/payments/billing.schema.ts';
import {
  findSandboxSubscription,
  saveSandboxSubscription,
} from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import {
  billAt,
  buy,
  chargedPeriods,
  DAY_MS,
} from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { subscriptionOf } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { goToNextPayment, nextPaymentAt } from './sandbox-clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const addressOf = (reference: string) => `/sandbox/subscriptions/${reference}`;
const visit = (reference: string, user?: TestUser, query = '') =>
  app.call('GET', addressOf(reference) + query, { user });

async function post(
  address: string,
  fields: Record<string, string>,
  { user, origin = app.config.publicUrl }: { user?: TestUser; origin?: string },
): Promise<Response> {
  return app.app.request(address, {
    method: 'POST',
    headers: {
      ...(user && { cookie: user.cookie }),
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
}

type Bought = Awaited<ReturnType<typeof buy>>;
const changeCard = ({ fan, providerSubscriptionId }: Bought, card: string) =>
  post(`${addressOf(providerSubscriptionId)}/card`, { card }, { user: fan });
const next = ({ fan, providerSubscriptionId }: Bought, from: Date) =>
  post(`${addressOf(providerSubscriptionId)}/next`, { from: from.toISOString() }, { user: fan });
const clockOf = async ({ providerSubscriptionId }: Bought) =>
  (await findSandboxSubscription(app.db, providerSubscriptionId)).clockAt;
const resultOf = (response: Response) =>
  /\?did=(.*)/.exec(response.headers.get('location') ?? '')?.[1];
const rowOf = async ({ fan }: Bought) => (await subscriptionOf(app, fan))!;

/** Bought this many days ago by the test clock, so that several payments are due. */
const buyAgo = (days: number, card: SandboxCard = 'succeeds') =>
  buy(app, { card, start: daysAgo(days), clockAt: daysAgo(days) });

test('the page shows card, state, billing time and next payment, and needs no script', async () => {
  const bought = await buyAgo(40, 'recovers');
  const { status, json: page, headers } = await visit(bought.providerSubscriptionId, bought.fan);
  expect(status).toBe(200);
  for (const text of ['TEST MODE', '$19.99', '4000 0000 0000 3220', 'Active', 'Go to the Next']) {
    expect(page).toContain(text);
  }
  expect(page).toContain('href="/my-subscriptions"');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(page).not.toContain('<script');
});

test('a renewal that has to be confirmed is paid once its fan confirms it here', async () => {
  const bought = await buyAgo(40, 'authenticates');
  const path = addressOf(bought.providerSubscriptionId);
  await next(bought, (await rowOf(bought)).currentPeriodEnd);
  expect(await rowOf(bought)).toMatchObject({
    status: 'past_due',
    authenticationUrl: `${app.config.publicUrl}${path}`,
  });
  expect((await visit(bought.providerSubscriptionId, bought.fan)).json).toContain(
    'Confirm and Pay',
  );
  const confirm = () => post(`${path}/confirm`, {}, { user: bought.fan });
  expect(resultOf(await confirm())).toBe('paid');
  expect(await rowOf(bought)).toMatchObject({ status: 'active', authenticationUrl: null });
  expect(resultOf(await confirm())).toBe('nothing');
});

test("other users neither see nor change a fan's payments", async () => {
  const bought = await buyAgo(40);
  const { providerSubscriptionId: reference } = bought;
  const before = await rowOf(bought);
  for (const user of [await app.as('subscriber'), await app.as('admin'), bought.influencer]) {
    expect((await visit(reference, user)).status).toBe(404);
    for (const [form, fields] of [
      ['card', { card: 'fails' }],
      ['next', { from: before.currentPeriodEnd.toISOString() }],
    ] as const) {
      const response = await post(`${addressOf(reference)}/${form}`, fields, { user });
      expect(response.status).toBe(404);
    }
  }
  expect((await visit(reference)).headers.get('location')).toBe('/login');
  const visitor = await post(`${addressOf(reference)}/next`, {}, {});
  expect(visitor.headers.get('location')).toBe('/login');
  const elsewhere = { user: bought.fan, origin: 'https://elsewhere.example' };
  const forged = await post(`${addressOf(reference)}/card`, { card: 'fails' }, elsewhere);
  expect(forged.status).toBe(403);
  expect(await rowOf(bought)).toEqual(before);
  expect(await findSandboxSubscription(app.db, reference)).toMatchObject({ card: 'succeeds' });
});

test.each(['nothing', 'sandbox_', '%00', '%2e%2e%2fetc'])('%j has no page', async (name) => {
  const fan = await app.as('subscriber');
  expect((await visit(name, fan)).status).toBe(404);
});

test('an unreadable form is rejected', async () => {
  const { fan, providerSubscriptionId } = await buyAgo(1);
  const response = await app.app.request(`${addressOf(providerSubscriptionId)}/card`, {
    method: 'POST',
    headers: { cookie: fan.cookie, 'content-type': 'multipart/form-data' },
    body: 'card=succeeds',
  });
  expect(response.status).toBe(400);
});

test('a subscription of another provider has no page here', async () => {
  const bought = await buyAgo(1);
  await app.db
    .update(userSubscriptions)
    .set({ provider: 'stripe' })
    .where(eq(userSubscriptions.id, bought.id));
  expect((await visit(bought.providerSubscriptionId, bought.fan)).status).toBe(404);
});

describe('the next payment', () => {
  test('is charged at the time that it is due by the clock', async () => {
    const bought = await buyAgo(75);
    const first = bought.event.periodEnd;
    expect(resultOf(await next(bought, first))).toBe('paid');
    expect(await clockOf(bought)).toEqual(first);
    const row = await rowOf(bought);
    expect(row).toMatchObject({ status: 'active', currentPeriodStart: first });
    expect(await chargedPeriods(app, bought.id)).toEqual([bought.event.periodStart, first]);
  });

  test('is charged once when the form is sent several times concurrently', async () => {
    const bought = await buyAgo(75);
    const first = bought.event.periodEnd;
    const responses = await Promise.all(Array.from({ length: 5 }, () => next(bought, first)));
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(303));
    expect(resultOf(await next(bought, first))).toBe('nothing');
    expect(await chargedPeriods(app, bought.id)).toHaveLength(2);
    expect((await rowOf(bought)).currentPeriodStart).toEqual(first);
  });

  test('is never after the real time: the clock is removed there', async () => {
    const bought = await buyAgo(75);
    for (let times = 0; times < 5; times++) {
      const due = nextPaymentAt(await rowOf(bought))!;
      if (due > new Date()) break;
      await next(bought, due);
      const clock = await clockOf(bought);
      expect(clock === null || clock <= new Date()).toBe(true);
    }
    const row = await rowOf(bought);
    expect(row.currentPeriodEnd.getTime()).toBeGreaterThan(Date.now());
    expect(await clockOf(bought)).toBeNull();
    const { json: page } = await visit(bought.providerSubscriptionId, bought.fan);
    expect(page).toContain('Real time');
    expect(page).toContain('Charged automatically');
    const charged = await chargedPeriods(app, bought.id);
    expect(resultOf(await next(bought, row.currentPeriodEnd))).toBe('real-time');
    expect(await chargedPeriods(app, bought.id)).toEqual(charged);
  });

  test('after the real time only lets the clock catch up', async () => {
    const bought = await buyAgo(10);
    const { json: page } = await visit(bought.providerSubscriptionId, bought.fan);
    expect(page).toContain('Use Real Time');
    expect(resultOf(await next(bought, bought.event.periodEnd))).toBe('real-time');
    expect(await clockOf(bought)).toBeNull();
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
  });

  test('without a test clock is charged now, and no clock is set back', async () => {
    const bought = await buy(app, { start: daysAgo(75) });
    const now = new Date();
    const { id, event } = bought;
    expect(await goToNextPayment(app.services, id, event.periodEnd, now)).toBe('paid');
    expect(await clockOf(bought)).toBeNull();
    // More than a month late: missed months are not charged.
    expect(await chargedPeriods(app, id)).toEqual([event.periodStart, now]);
  });

  test('of a failing card leads through every attempt to the end', async () => {
    const bought = await buyAgo(60, 'fails');
    const outcomes: (string | undefined)[] = [];
    const tries: number[] = [];
    for (let due: Date | null; (due = nextPaymentAt(await rowOf(bought)));) {
      outcomes.push(resultOf(await next(bought, due)));
      tries.push((due.getTime() - bought.event.periodEnd.getTime()) / DAY_MS);
    }
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'ended']);
    expect(tries).toEqual([0, 1, 3, 5, 7]);
    expect(await rowOf(bought)).toMatchObject({ status: 'cancelled', endReason: 'unpaid' });
    const { json: page } = await visit(bought.providerSubscriptionId, bought.fan, '?did=ended');
    expect(page).toContain('The subscription has ended.');
    expect(page).not.toContain('/next"');
  });

  test.each([
    [{ status: 'paused' }, 40],
    [{ cancelAt: new Date(2100, 1) }, 10],
  ] as const)('does not exist for %j', async (values, days) => {
    const bought = await buyAgo(days);
    await app.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, bought.id));
    const { json: page } = await visit(bought.providerSubscriptionId, bought.fan);
    expect(page).toContain('isn’t renewing');
    expect(resultOf(await next(bought, bought.event.periodEnd))).toBe('nothing');
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
  });

  test.each(['', 'soon', '2026-13-45'])('is not charged for an invalid time: %j', async (from) => {
    const { fan, providerSubscriptionId } = await buyAgo(40);
    const address = `${addressOf(providerSubscriptionId)}/next`;
    expect((await post(address, { from }, { user: fan })).status).toBe(400);
  });
});

describe('another card', () => {
  test('is charged at once with a payment issue, and unlocks the posts', async () => {
    const bought = await buyAgo(60, 'fails');
    await next(bought, bought.event.periodEnd);
    expect(await rowOf(bought)).toMatchObject({ status: 'past_due' });
    const responses = await Promise.all([
      changeCard(bought, 'succeeds'),
      changeCard(bought, 'succeeds'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect(await rowOf(bought)).toMatchObject({
      status: 'active',
      currentPeriodEnd: addMonths(bought.event.periodStart, 2),
    });
    expect(await chargedPeriods(app, bought.id)).toEqual([
      bought.event.periodStart,
      bought.event.periodEnd,
    ]);
  });

  test('without a payment issue is saved for the next payment, and not charged', async () => {
    const bought = await buyAgo(10);
    expect(resultOf(await changeCard(bought, 'fails'))).toBe('card-changed');
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
    expect(await findSandboxSubscription(app.db, bought.providerSubscriptionId)).toMatchObject({
      card: 'fails',
    });
    expect(await clockOf(bought)).toEqual(bought.event.periodStart);
  });

  test('that fails as well counts as another attempt', async () => {
    const bought = await buyAgo(60, 'fails');
    await next(bought, bought.event.periodEnd);
    expect(resultOf(await changeCard(bought, 'fails'))).toBe('failed');
    expect(await rowOf(bought)).toMatchObject({ status: 'past_due', failedAttempts: 2 });
  });

  test.each(['declined', 'gold', ''])('%j changes nothing', async (card) => {
    const bought = await buyAgo(10);
    const response = await changeCard(bought, card);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('role="alert"');
    expect(await findSandboxSubscription(app.db, bought.providerSubscriptionId)).toMatchObject({
      card: 'succeeds',
    });
  });

  test('is saved for a subscription that was unknown to the sandbox', async () => {
    const bought = await buy(app);
    await app.db.execute('delete from sandbox_subscriptions');
    expect(resultOf(await changeCard(bought, 'recovers'))).toBe('card-changed');
    await saveSandboxSubscription(app.db, bought.providerSubscriptionId, { clockAt: null });
    await billAt(app, new Date(bought.event.periodEnd.getTime() + 1000));
    expect(await rowOf(bought)).toMatchObject({ status: 'past_due' });
  });

  test('cannot be set once the subscription has ended', async () => {
    const bought = await buyAgo(10);
    await app.db
      .update(userSubscriptions)
      .set({ status: 'cancelled', endedAt: new Date(), endReason: 'staff' })
      .where(eq(userSubscriptions.id, bought.id));
    expect(resultOf(await changeCard(bought, 'fails'))).toBe('nothing');
  });
});

describe('the next report', () => {
  const lose = ({ fan, providerSubscriptionId }: Bought, fields: Record<string, string>) =>
    post(`${addressOf(providerSubscriptionId)}/loss`, fields, { user: fan });

  test('is lost after the box was ticked, and only that one', async () => {
    const bought = await buyAgo(75);
    expect(resultOf(await lose(bought, { loseReport: 'on' }))).toBe('loses-report');
    const { json: page } = await visit(bought.providerSubscriptionId, bought.fan);
    expect(page).toMatch(/name="loseReport"[^>]*checked/);
    await next(bought, bought.event.periodEnd);
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
    // The sandbox has taken the money, so the same month is not charged again.
    await next(bought, bought.event.periodEnd);
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
    const stored = await findSandboxSubscription(app.db, bought.providerSubscriptionId);
    expect(stored).toMatchObject({ losesNextEvent: false });
  });

  test('is sent after the box was cleared', async () => {
    const bought = await buyAgo(75);
    await lose(bought, { loseReport: 'on' });
    expect(resultOf(await lose(bought, {}))).toBe('reports-all');
    await next(bought, bought.event.periodEnd);
    expect(await chargedPeriods(app, bought.id)).toHaveLength(2);
  });
});
