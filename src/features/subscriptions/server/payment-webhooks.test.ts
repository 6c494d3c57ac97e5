import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentEvents } from '#src/features/billing/server/billing.table.ts';
import { sandboxWebhook } from '#src/features/billing/server/sandbox-provider.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
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

async function newCheckout() {
  const [fan, influencer] = [await house.as('subscriber'), await makeInfluencer(house)];
  return { fan, checkoutId: await openCheckout(house, fan, influencer.id) };
}

const storedEvent = async (id: string) =>
  (await house.db.select().from(paymentEvents).where(eq(paymentEvents.providerEventId, id)))[0];

test('only the webhook makes a subscription active', async () => {
  const { fan, checkoutId } = await newCheckout();
  expect(await subscriptionOf(house, fan)).toBeUndefined();
  const response = await deliver(house, paid(checkoutId));
  expect(response.status).toBe(200);
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'active',
    priceCents: 1999,
    provider: 'sandbox',
    cancelAt: null,
  });
  const { json } = await house.call('GET', `/api/checkouts/${checkoutId}`, { user: fan });
  expect(json).toEqual({ id: checkoutId, status: 'completed' });
});

test('the same event ten times at once activates once', async () => {
  const { fan, checkoutId } = await newCheckout();
  const event = paid(checkoutId);
  const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(house, event)));
  expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'active' });
});

test('a duplicate that comes later changes nothing', async () => {
  const { fan, event, subscription } = await makeSubscription(house);
  const response = await deliver(house, { ...event, periodEnd: addMonths(event.periodEnd, 12) });
  expect(response.status).toBe(200);
  expect(await subscriptionOf(house, fan)).toEqual(subscription);
});

test('a failure that is delivered again does not undo what happened since', async () => {
  const { fan, event, subscription } = await makeSubscription(house);
  const failure = {
    ...event,
    type: 'renewal.failed',
    id: `${event.id}-failed`,
    periodStart: event.periodEnd,
    periodEnd: addMonths(event.periodEnd, 1),
  } as const;
  await deliver(house, failure);
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'past_due' });
  await house.db
    .update(userSubscriptions)
    .set({ status: 'active' })
    .where(eq(userSubscriptions.id, subscription.id));
  await deliver(house, failure);
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'active' });
});

test('a wrong signature is refused and nothing is kept', async () => {
  const { fan, checkoutId } = await newCheckout();
  const forged = sandboxWebhook({ ...house.config, secret: 'x'.repeat(64) }, paid(checkoutId));
  const response = await house.app.fetch(forged);
  expect(response.status).toBe(400);
  expect(await subscriptionOf(house, fan)).toBeUndefined();
  expect(await storedEvent(`paid-${checkoutId}`)).toBeUndefined();
});

test('a body that was changed after signing is refused', async () => {
  const { checkoutId } = await newCheckout();
  const signed = sandboxWebhook(house.config, paid(checkoutId));
  const body = (await signed.text()).replace('1999', '1');
  const response = await house.app.request('/webhooks/sandbox', {
    method: 'POST',
    headers: signed.headers,
    body,
  });
  expect(response.status).toBe(400);
});

test.each([
  ['older', -6],
  ['newer', 6],
])('a signature %s than five minutes is refused', async (_, minutes) => {
  const { fan, checkoutId } = await newCheckout();
  const signedAt = new Date(Date.now() + minutes * 60_000);
  expect((await deliver(house, paid(checkoutId), signedAt)).status).toBe(400);
  expect(await subscriptionOf(house, fan)).toBeUndefined();
});

test('an unknown checkout is kept for later and answered 202', async () => {
  const event = paid(randomUUID());
  expect((await deliver(house, event)).status).toBe(202);
  expect(await storedEvent(event.id)).toMatchObject({ handledAt: null });
});

test('a renewal that comes before its checkout is applied once the checkout is known', async () => {
  const { fan, checkoutId } = await newCheckout();
  const first = paid(checkoutId);
  const renewal = {
    ...first,
    type: 'renewal.paid',
    id: `renewal-${checkoutId}`,
    periodStart: first.periodEnd,
    periodEnd: addMonths(first.periodEnd, 1),
  } as const;
  expect((await deliver(house, renewal)).status).toBe(202);
  expect(await subscriptionOf(house, fan)).toBeUndefined();
  expect((await deliver(house, first)).status).toBe(200);
  expect(await subscriptionOf(house, fan)).toMatchObject({ currentPeriodEnd: renewal.periodEnd });
  expect((await storedEvent(renewal.id))?.handledAt).toBeInstanceOf(Date);
});

test('an older period never overwrites a newer one', async () => {
  const { fan, event } = await makeSubscription(house);
  const renewal = (month: number) =>
    ({
      ...event,
      type: 'renewal.paid',
      id: `${event.id}-${month}`,
      periodStart: addMonths(event.periodStart, month),
      periodEnd: addMonths(event.periodStart, month + 1),
    }) as const;
  await deliver(house, renewal(2));
  await deliver(house, renewal(1));
  expect(await subscriptionOf(house, fan)).toMatchObject({
    currentPeriodEnd: renewal(2).periodEnd,
    status: 'active',
  });
  await deliver(house, { ...renewal(1), type: 'renewal.failed', id: `${event.id}-late-failure` });
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'active' });
});

test('a cancellation at the provider ends the subscription for good', async () => {
  const { fan, event } = await makeSubscription(house);
  const { providerSubscriptionId } = event;
  const id = `${event.id}-end`;
  await deliver(house, { type: 'subscription.cancelled', id, providerSubscriptionId });
  await deliver(house, {
    ...event,
    type: 'renewal.paid',
    id: `${event.id}-late`,
    periodEnd: addMonths(event.periodEnd, 1),
  });
  expect(await subscriptionOf(house, fan)).toMatchObject({
    status: 'cancelled',
    currentPeriodEnd: event.periodEnd,
  });
});

test('webhooks of another provider do not exist, and a large body is refused', async () => {
  const post = (address: string, body: string) =>
    house.app.request(address, { method: 'POST', body });
  expect((await post('/webhooks/stripe', '{}')).status).toBe(404);
  expect((await post('/webhooks/sandbox', 'x'.repeat(300_000))).status).toBe(413);
});
