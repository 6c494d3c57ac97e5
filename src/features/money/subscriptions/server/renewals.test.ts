import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { addMonths, formatUtcDay } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { REMINDER_DAYS, RETRY_DAYS } from '../subscriptions.rules.ts';
import { billAt, buy, chargedPeriods, DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { subscriptionOf } from './subscriptions.testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const runAt = (now: Date) => billAt(app, now);
const after = (date: Date, ms = 1000) => new Date(date.getTime() + ms);
const daysAfter = (date: Date, days: number) => after(date, days * DAY_MS);
const subjects = async (fan: TestUser) => (await mailsFor(app, fan)).map(({ subject }) => subject);
const change = (id: string, values: Partial<typeof userSubscriptions.$inferInsert>) =>
  app.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

describe('renewals', () => {
  test('a subscription whose period is over is renewed for a month, once', async () => {
    const { fan, event, id } = await buy(app);
    const now = after(event.periodEnd);
    await Promise.all([runAt(now), runAt(now)]);
    await runAt(now);
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'active',
      currentPeriodStart: event.periodEnd,
      currentPeriodEnd: addMonths(event.periodStart, 2),
    });
    expect(await chargedPeriods(app, id)).toEqual([event.periodStart, event.periodEnd]);
    expect((await subjects(fan)).filter((title) => title.includes('receipt'))).toHaveLength(2);
  });

  test('nothing is renewed before the period is over', async () => {
    const { fan, event, id } = await buy(app);
    await runAt(new Date(event.periodEnd.getTime() - 1));
    expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: event.periodEnd });
    expect(await chargedPeriods(app, id)).toHaveLength(1);
  });

  test('after a short month the billing day returns to the original one', async () => {
    const { id } = await buy(app, { start: new Date('2025-01-31T12:00:00Z') });
    for (const now of ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']) {
      await runAt(new Date(`${now}T12:00:00Z`));
    }
    const days = (await chargedPeriods(app, id)).map((start) => formatUtcDay(start));
    expect(days).toEqual(['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']);
  });

  test('months that were missed in an outage are not charged', async () => {
    const { fan, event, id } = await buy(app);
    const now = addMonths(event.periodEnd, 5);
    await runAt(now);
    await runAt(now);
    expect(await subscriptionOf(app, fan)).toMatchObject({
      currentPeriodStart: now,
      currentPeriodEnd: addMonths(now, 1),
      billingAnchor: now,
    });
    expect(await chargedPeriods(app, id)).toEqual([event.periodStart, now]);
  });

  test('a cancelled subscription is not renewed and ends with its period', async () => {
    const { fan, event, id } = await buy(app);
    await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
    await runAt(new Date(event.periodEnd.getTime() - 1));
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
    await runAt(after(event.periodEnd));
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'cancelled',
      endedAt: event.periodEnd,
      endReason: 'fan',
    });
    expect(await chargedPeriods(app, id)).toHaveLength(1);
  });

  test('nobody who cancelled is charged, whatever the date', async () => {
    const { fan, event, id } = await buy(app);
    const now = after(event.periodEnd);
    await change(id, { cancelAt: after(now) });
    await runAt(now);
    expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: event.periodEnd });
  });

  test('a pause is not charged', async () => {
    const { fan, event, id } = await buy(app);
    await change(id, { status: 'paused' });
    await runAt(after(event.periodEnd));
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'paused',
      currentPeriodEnd: event.periodEnd,
    });
    expect(await chargedPeriods(app, id)).toHaveLength(1);
  });
});

describe('a failed payment', () => {
  test('is retried on the days of the rules, and ends the subscription after the last attempt', async () => {
    expect(RETRY_DAYS).toEqual([1, 3, 5, 7]);
    const { fan, event, id } = await buy(app, { card: 'fails' });
    const failedAt = after(event.periodEnd);
    await runAt(failedAt);
    for (const [index, day] of RETRY_DAYS.entries()) {
      const due = daysAfter(failedAt, day);
      expect(await subscriptionOf(app, fan)).toMatchObject({
        status: 'past_due',
        pastDueSince: failedAt,
        failedAttempts: index + 1,
        nextAttemptAt: due,
        currentPeriodEnd: event.periodEnd,
      });
      await runAt(new Date(due.getTime() - 1));
      expect(await subscriptionOf(app, fan)).toMatchObject({ failedAttempts: index + 1 });
      await Promise.all([runAt(due), runAt(due)]);
    }
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'cancelled',
      endReason: 'unpaid',
      endedAt: daysAfter(failedAt, 7),
    });
    expect(await chargedPeriods(app, id)).toHaveLength(1);
    expect((await subjects(fan)).slice(-5)).toEqual([
      ...Array(4).fill('Your payment failed'),
      'Your subscription has ended',
    ]);
    const ended = (await mailsFor(app, fan)).at(-1)!;
    expect(ended.paragraphs[0]).toContain('The payment failed, including the last retry');
    expect(ended.secretLink).toBeUndefined();
  });

  test('locks the posts until an attempt succeeds, and the billing day does not change', async () => {
    const { fan, event, id } = await buy(app, { card: 'recovers' });
    await runAt(after(event.periodEnd));
    const { json } = await app.call('GET', '/api/subscriptions', { user: fan });
    expect(json.subscriptions).toMatchObject([{ status: 'past_due', grantsViewing: false }]);
    await runAt(daysAfter(event.periodEnd, 2));
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'active',
      currentPeriodStart: event.periodEnd,
      currentPeriodEnd: addMonths(event.periodStart, 2),
      pastDueSince: null,
      nextAttemptAt: null,
      failedAttempts: 0,
    });
    expect(await chargedPeriods(app, id)).toEqual([event.periodStart, event.periodEnd]);
    const receipt = (await mailsFor(app, fan)).at(-1)!;
    expect(receipt.subject).toMatch(/^Your receipt/);
    expect(receipt.paragraphs.join()).toContain('the posts are unlocked again');
  });

  test('is not retried once the fan has cancelled', async () => {
    const { fan, event, id } = await buy(app, { card: 'recovers' });
    await runAt(after(event.periodEnd));
    await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
    await runAt(daysAfter(event.periodEnd, 8));
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'cancelled',
      endReason: 'fan',
    });
    expect(await chargedPeriods(app, id)).toHaveLength(1);
  });
});

describe('reminders', () => {
  const remindedTimes = async (fan: TestUser) =>
    (await subjects(fan)).filter((title) => title.startsWith('Your subscription renews')).length;

  test('are sent once for each period, three days before it is over', async () => {
    expect(REMINDER_DAYS).toBe(3);
    const { fan, event } = await buy(app);
    await runAt(daysAfter(event.periodEnd, -3.1));
    expect(await remindedTimes(fan)).toBe(0);
    const now = daysAfter(event.periodEnd, -2.9);
    await Promise.all([runAt(now), runAt(now)]);
    await runAt(daysAfter(event.periodEnd, -1));
    expect(await remindedTimes(fan)).toBe(1);
    await runAt(after(event.periodEnd));
    expect(await remindedTimes(fan)).toBe(1);
    await runAt(daysAfter(addMonths(event.periodStart, 2), -2));
    expect(await remindedTimes(fan)).toBe(2);
    const reminder = (await mailsFor(app, fan)).at(-1)!;
    expect(reminder.facts).toContainEqual({ label: 'Price', value: '$19.99 a month' });
    expect(reminder.secretLink).toMatchObject({ kind: 'cancel-link' });
  });

  test.each([
    ['was cancelled', { cancelAt: new Date(Date.now() + 90 * DAY_MS) }],
    ['is paused', { status: 'paused' }],
    ['costs nothing', { priceCents: 0 }],
    [
      'has a payment issue',
      { status: 'past_due', pastDueSince: new Date(), nextAttemptAt: new Date(2100, 1) },
    ],
  ] as const)('are not sent for one that %s', async (_, values) => {
    const { fan, event, id } = await buy(app);
    await change(id, values);
    await runAt(daysAfter(event.periodEnd, -2));
    expect(await remindedTimes(fan)).toBe(0);
  });
});

test('a lagging test clock delays the renewals', async () => {
  const start = new Date(Date.now() - 50 * DAY_MS);
  const { fan, event, id, providerSubscriptionId } = await buy(app, { start, clockAt: start });
  await runAt(new Date());
  expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: event.periodEnd });
  await saveSandboxSubscription(app.db, providerSubscriptionId, { clockAt: event.periodEnd });
  await runAt(new Date());
  expect(await chargedPeriods(app, id)).toEqual([start, event.periodEnd]);
});
