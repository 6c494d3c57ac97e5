import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkouts } from '#src/features/billing/server/billing.table.ts';
import { sandboxSubscriptionId } from '#src/features/billing/server/sandbox-provider.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { renewDueSubscriptions } from './renewals.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import {
  deliver,
  makeInfluencer,
  makeSubscription,
  openCheckout,
  paid,
  subscriptionOf,
} from './subscriptions.testing.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());

const runAt = (now: Date) =>
  renewDueSubscriptions({ ...house.services, deliver: (request) => house.app.fetch(request) }, now);
const justAfter = (date: Date) => new Date(date.getTime() + 1000);

test('a subscription whose period is over is renewed for a month, once', async () => {
  const { fan, event } = await makeSubscription(house);
  const now = justAfter(event.periodEnd);
  await Promise.all([runAt(now), runAt(now)]);
  await runAt(now);
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'active',
    currentPeriodStart: event.periodEnd,
    currentPeriodEnd: addMonths(event.periodEnd, 1),
  });
});

test('nothing is renewed before the period is over', async () => {
  const { fan, subscription, event } = await makeSubscription(house);
  await runAt(new Date(event.periodEnd.getTime() - 1));
  expect(await subscriptionOf(house, fan)).toEqual(subscription);
});

test('months that went by during an outage are not charged', async () => {
  const { fan, event } = await makeSubscription(house);
  const now = addMonths(event.periodEnd, 5);
  await runAt(now);
  expect(await subscriptionOf(house, fan)).toMatchObject({
    currentPeriodStart: now,
    currentPeriodEnd: addMonths(now, 1),
  });
});

test('a card that fails at the renewal leaves a payment issue, and a later payment ends it', async () => {
  const [fan, influencer] = [await house.as('subscriber'), await makeInfluencer(house)];
  const checkoutId = await openCheckout(house, fan, influencer.id);
  const providerSubscriptionId = sandboxSubscriptionId(checkoutId, 'fails');
  const event = { ...paid(checkoutId), providerSubscriptionId };
  await deliver(house, event);
  await runAt(justAfter(event.periodEnd));
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'past_due',
    currentPeriodEnd: event.periodEnd,
  });
  const periodEnd = addMonths(event.periodEnd, 1);
  await deliver(house, {
    ...event,
    type: 'renewal.paid',
    id: `${event.id}-again`,
    periodStart: event.periodEnd,
    periodEnd,
  });
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'active',
    currentPeriodEnd: periodEnd,
  });
});

test('a cancelled subscription is not renewed and ends with its period', async () => {
  const { fan, event, subscription } = await makeSubscription(house);
  await house.call('POST', `/api/subscriptions/${subscription.id}/cancel`, { user: fan });
  await runAt(new Date(event.periodEnd.getTime() - 1));
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'active' });
  await runAt(justAfter(event.periodEnd));
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'cancelled',
    currentPeriodEnd: event.periodEnd,
  });
});

test('nobody pays who has cancelled, whatever the date', async () => {
  const { fan, event, subscription } = await makeSubscription(house);
  const now = justAfter(event.periodEnd);
  await house.db
    .update(userSubscriptions)
    .set({ cancelAt: justAfter(now) })
    .where(eq(userSubscriptions.id, subscription.id));
  await runAt(now);
  expect(await subscriptionOf(house, fan)).toMatchObject({ currentPeriodEnd: event.periodEnd });
});

test('nobody pays for a pause', async () => {
  const { fan, event, subscription } = await makeSubscription(house);
  await house.db
    .update(userSubscriptions)
    .set({ status: 'paused' })
    .where(eq(userSubscriptions.id, subscription.id));
  await runAt(justAfter(event.periodEnd));
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'paused',
    currentPeriodEnd: event.periodEnd,
  });
});

test('a checkout that nobody paid expires', async () => {
  const [fan, influencer] = [await house.as('subscriber'), await makeInfluencer(house)];
  const id = await openCheckout(house, fan, influencer.id);
  await runAt(new Date(Date.now() + 2 * 60 * 60_000));
  const [checkout] = await house.db.select().from(checkouts).where(eq(checkouts.id, id));
  expect(checkout).toMatchObject({ status: 'expired' });
});
