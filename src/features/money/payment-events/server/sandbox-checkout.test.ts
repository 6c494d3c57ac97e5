import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkouts, sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { findSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { DAY_MS } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  makeInfluencer,
  openCheckout,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { OwnSubscription } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let fan: TestUser;
let checkoutId: string;
let influencer: Awaited<ReturnType<typeof makeInfluencer>>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function newCheckout() {
  fan = await app.as('subscriber');
  influencer = await makeInfluencer(app);
  checkoutId = await openCheckout(app, fan, influencer.id);
}

type Sent = { user?: TestUser; origin?: string; daysAgo?: string; savesCard?: string };

const visit = (user?: TestUser) => app.call('GET', `/sandbox/checkout/${checkoutId}`, { user });
const pay = (card: string, { user = fan, origin = app.config.publicUrl, ...more }: Sent = {}) =>
  app.app.request(`/sandbox/checkout/${checkoutId}`, {
    method: 'POST',
    headers: {
      cookie: user.cookie,
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ card, daysAgo: '0', ...more }).toString(),
  });

test('the checkout page is marked as test mode and shows the order', async () => {
  await newCheckout();
  const { status, json: page, headers } = await visit(fan);
  expect(status).toBe(200);
  for (const text of [
    'TEST MODE',
    '$19.99',
    'influencer',
    '4242 4242 4242 4242',
    influencer.publicUrl,
  ]) {
    expect(page).toContain(text);
  }
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
});

test('the policy of the checkout page lets a browser load the icon that the page names', async () => {
  await newCheckout();
  const { json: page, headers } = await visit(fan);
  expect(page).toContain('<link rel="icon" href="/icon.svg"');
  expect(headers.get('content-security-policy')).toContain("img-src 'self'");
});

test('a valid card returns to an active subscription', async () => {
  await newCheckout();
  const response = await pay('succeeds');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(
    `/subscriptions/${influencer.id}?checkout=success&checkoutId=${checkoutId}`,
  );
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active', priceCents: 1999 });
});

test.each([
  ['succeeds', { outcome: 'paid' }],
  [
    'authenticates',
    { outcome: 'authentication', url: expect.stringMatching('^/sandbox/checkout/') },
  ],
])(
  'a saved card that %s pays for the next influencer with one confirmation',
  async (card, result) => {
    await newCheckout();
    await pay(card, { savesCard: 'on' });
    const { json: options } = await app.call('GET', '/api/payment-options', { user: fan });
    const next = await makeInfluencer(app);
    const { json } = await app.call('POST', '/api/checkouts/saved-card', {
      user: fan,
      body: { influencerId: next.id, cardId: options.savedCard.id, priceCents: 1999 },
    });
    expect(json).toMatchObject(result);
    const { json: own } = await app.call('GET', '/api/subscriptions', { user: fan });
    const isActive = (own.subscriptions as OwnSubscription[]).some(
      (one) => one.influencer.id === next.id,
    );
    expect(isActive).toBe(result.outcome === 'paid');
    await app.call('DELETE', '/api/saved-card', { user: fan });
    const { json: after } = await app.call('GET', '/api/payment-options', { user: fan });
    expect(after).toMatchObject({ savedCard: null });
  },
);

test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
  'an unreadable form of type %s is rejected and pays nothing',
  async (type) => {
    await newCheckout();
    const response = await app.app.request(`/sandbox/checkout/${checkoutId}`, {
      method: 'POST',
      headers: { cookie: fan.cookie, 'content-type': type },
      body: 'card=succeeds',
    });
    expect(response.status).toBe(400);
    expect(await subscriptionOf(app, fan)).toBeUndefined();
  },
);

test('paying twice concurrently creates one subscription', async () => {
  await newCheckout();
  const responses = await Promise.all([pay('succeeds'), pay('succeeds'), pay('succeeds')]);
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('a declined card activates nothing and shows an error, and another card can be tried', async () => {
  await newCheckout();
  expect((await pay('declined')).status).toBe(303);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect((await visit(fan)).json).toContain('Your card was declined');
  expect((await pay('succeeds')).status).toBe(303);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test("other users neither see nor pay a fan's checkout", async () => {
  await newCheckout();
  const other = await app.as('subscriber');
  expect((await visit(other)).status).toBe(404);
  expect((await pay('succeeds', { user: other })).status).toBe(404);
  expect((await visit()).headers.get('location')).toBe('/login');
  expect((await pay('succeeds', { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

test('an expired checkout cannot be paid', async () => {
  await newCheckout();
  await app.db
    .update(checkouts)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(checkouts.id, checkoutId));
  expect((await pay('succeeds')).status).toBe(410);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

test('with a test clock in the past the subscription starts at that time', async () => {
  await newCheckout();
  expect((await pay('succeeds', { daysAgo: '45' })).status).toBe(303);
  const subscription = (await subscriptionOf(app, fan))!;
  const days = (Date.now() - subscription.currentPeriodStart.getTime()) / DAY_MS;
  expect(days).toBeCloseTo(45, 1);
  const stored = await findSandboxSubscription(app.db, subscription.providerSubscriptionId!);
  expect(stored).toMatchObject({ card: 'succeeds', clockAt: subscription.currentPeriodStart });
});

test.each(['-1', '401', '1.5', 'soon'])(
  'the test clock cannot start %s days ago',
  async (daysAgo) => {
    await newCheckout();
    expect((await pay('succeeds', { daysAgo })).status).toBe(400);
    expect(await subscriptionOf(app, fan)).toBeUndefined();
  },
);

test('an unknown card is rejected', async () => {
  await newCheckout();
  expect((await pay('gold')).status).toBe(400);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

test('a payment whose report is lost on purpose is stored by the sandbox alone', async () => {
  await newCheckout();
  const response = await app.app.request(`/sandbox/checkout/${checkoutId}`, {
    method: 'POST',
    headers: {
      cookie: fan.cookie,
      origin: app.config.publicUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ card: 'succeeds', daysAgo: '0', loseReport: 'on' }).toString(),
  });
  expect(response.status).toBe(303);
  // Sending the form again does not report it either.
  expect((await pay('succeeds')).status).toBe(303);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  const isPayment = eq(sandboxRecords.reference, `sandbox_payment_${checkoutId}`);
  const records = await app.db.select().from(sandboxRecords).where(isPayment);
  expect(records).toMatchObject([{ kind: 'charge', amountCents: 1999, isLost: true }]);
});
