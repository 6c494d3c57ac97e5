import { randomInt } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { closeHostedCheckouts } from '#src/features/money/payments/server/close-hosted-checkouts.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { startCheckout } from '#src/features/money/subscriptions/server/start-checkout.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';
import { postback, startVerotel, VEROTEL_SHOP, VEROTEL_USER } from '#test/verotel-server.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let verotel: Awaited<ReturnType<typeof startVerotel>>;
let app: TestApp;
beforeAll(async () => {
  [stripe, verotel] = await Promise.all([startStripe(), startVerotel()]);
  app = await createTestApp({
    PAYMENTS: 'stripe,verotel',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
    VEROTEL_SHOP_ID: VEROTEL_SHOP.shopId,
    VEROTEL_SIGNATURE_KEY: VEROTEL_SHOP.signatureKey,
    VEROTEL_API_USER: VEROTEL_USER.apiUser,
    VEROTEL_API_PASSWORD: VEROTEL_USER.apiPassword,
    VEROTEL_ORDER_URL: verotel.url,
    VEROTEL_API_URL: `${verotel.url}/api`,
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([stripe.stop(), verotel.stop()]);
});
beforeEach(() => {
  stripe.state.isBroken = false;
  app.payments.skippedUntil.clear();
});

const order = (fan: TestUser, influencerId: string) =>
  app.call('POST', '/api/checkouts', { user: fan, body: { influencerId } });
const make = async () => ({
  fan: await app.as('subscriber'),
  influencer: await makeInfluencer(app),
});
const checkoutsOf = (fan: TestUser) =>
  app.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.subscriberId, fan.id))
    .orderBy(desc(checkouts.createdAt));
const sessionAt = (url: string) => stripe.account.sessions.get(url.split('/').at(-1)!)!;

describe('a new subscription', () => {
  test('is sold by the first provider of the list', async () => {
    const { fan, influencer } = await make();
    const { json } = await order(fan, influencer.id);
    expect(json.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(await checkoutsOf(fan)).toMatchObject([{ provider: 'stripe', status: 'open' }]);
  });

  test('is sold by the next one when the first is down, which is then skipped for a while', async () => {
    const { fan, influencer } = await make();
    stripe.state.isBroken = true;
    const { json } = await order(fan, influencer.id);
    expect(json.url).toMatch(new RegExp(`^${verotel.url}/startorder`));
    const [used, failed] = await checkoutsOf(fan);
    expect(used).toMatchObject({ provider: 'verotel', status: 'open' });
    expect(failed).toMatchObject({ provider: 'stripe', status: 'expired' });
    expect(new URL(json.url).searchParams.get('referenceID')).toBe(used!.id);
    const { length } = stripe.calls;
    stripe.state.isBroken = false;
    const other = await make();
    expect((await order(other.fan, other.influencer.id)).json.url).toContain(verotel.url);
    expect(stripe.calls).toHaveLength(length);
    const staff = await app.as('staff');
    const { parts } = (await app.call('GET', '/api/system-status', { user: staff })).json;
    expect(parts.find(({ part }: { part: string }) => part === 'payments')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('through Verotel; Stripe didn’t respond to the last order'),
    });
  });

  test('does not wait for a slow provider while another can sell', async () => {
    const { fan, influencer } = await make();
    const provider = getProvider(app.payments, 'stripe');
    const { createCheckout } = provider;
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    provider.createCheckout = async (request) => {
      await answered;
      return createCheckout(request);
    };
    const actor = { userId: fan.id, email: fan.email } as Parameters<typeof startCheckout>[1];
    const { url } = await startCheckout(app.services, actor, { influencerId: influencer.id }, 20);
    provider.createCheckout = createCheckout;
    expect(url).toContain(verotel.url);
    // The late checkout is stored, so that it is closed at Stripe.
    answer();
    await expect
      .poll(async () => (await checkoutsOf(fan)).map((one) => one.providerCheckoutId !== null))
      .toEqual([false, true]);
    await closeHostedCheckouts(app.services, new Date());
    expect([...stripe.account.sessions.values()].at(-1)!.session.status).toBe('expired');
  });

  test('continues in the checkout that the fan has opened before', async () => {
    const { fan, influencer } = await make();
    stripe.state.isBroken = true;
    const first = await order(fan, influencer.id);
    stripe.state.isBroken = false;
    app.payments.skippedUntil.clear();
    const second = await order(fan, influencer.id);
    expect(second.json).toEqual(first.json);
  });

  test('reports the failure when no provider responds', async () => {
    const { fan, influencer } = await make();
    stripe.state.isBroken = true;
    const { createCheckout } = getProvider(app.payments, 'verotel');
    getProvider(app.payments, 'verotel').createCheckout = getProvider(
      app.payments,
      'stripe',
    ).createCheckout;
    expect((await order(fan, influencer.id)).status).toBe(502);
    getProvider(app.payments, 'verotel').createCheckout = createCheckout;
  });
});

test('webhooks and cancellations of all connected providers work side by side', async () => {
  const { fan, influencer } = await make();
  const { json } = await order(fan, influencer.id);
  const { subscription, paid } = stripe.account.payCheckout(json.url.split('/').at(-1));
  const { body, headers } = stripe.webhook(paid);
  const post = { method: 'POST', headers, body };
  expect((await app.app.request('/webhooks/stripe', post)).status).toBe(200);

  const other = await make();
  stripe.state.isBroken = true;
  const link = new URL((await order(other.fan, other.influencer.id)).json.url);
  stripe.state.isBroken = false;
  const saleID = String(randomInt(1_000_000, 9_000_000));
  verotel.sales.set(saleID, {});
  const sold = postback({
    event: 'initial',
    saleID,
    transactionID: `${saleID}1`,
    custom1: link.searchParams.get('custom1')!,
    priceAmount: '19.99',
    priceCurrency: 'USD',
    nextChargeOn: addMonths(new Date(), 1).toISOString().slice(0, 10),
  });
  expect((await app.app.request(`/webhooks/verotel?${sold}`)).status).toBe(200);

  for (const user of [fan, other.fan]) {
    const { id: subscriptionId } = (await subscriptionOf(app, user))!;
    await app.call('POST', `/api/subscriptions/${subscriptionId}/cancel`, { user });
    await applyProviderChange(app.services, { subscriptionId });
  }
  expect(subscription.cancel_at_period_end).toBe(true);
  expect(verotel.sales.get(saleID)).toEqual({ cancelled: true });
});

describe('an open checkout is closed at Stripe', () => {
  const suspend = async (id: string) =>
    app.call('POST', `/api/users/${id}/suspend`, {
      user: await app.as('admin'),
      body: { reason: 'other' },
    });
  test.each([
    ['its fan is suspended', ({ fan }: Made) => suspend(fan.id)],
    ['its influencer is suspended', ({ influencer }: Made) => suspend(influencer.id)],
    [
      'the plan has another price',
      ({ influencer }: Made) => change(influencer.plan.id, { priceMonthlyCents: 2500 }),
    ],
    [
      'the plan is inactive',
      ({ influencer }: Made) => change(influencer.plan.id, { isActive: false }),
    ],
  ])('when %s', async (_, run) => {
    const made = await make();
    const { json } = await order(made.fan, made.influencer.id);
    const { session } = sessionAt(json.url);
    await closeHostedCheckouts(app.services, new Date());
    expect(session.status).toBe('open');
    await run(made);
    stripe.state.isBroken = true;
    await closeHostedCheckouts(app.services, new Date());
    stripe.state.isBroken = false;
    await closeHostedCheckouts(app.services, new Date());
    expect(session.status).toBe('expired');
    expect(await checkoutsOf(made.fan)).toMatchObject([{ providerCheckoutId: null }]);
    const { length } = stripe.calls;
    await closeHostedCheckouts(app.services, new Date());
    expect(stripe.calls).toHaveLength(length);
  });

  test('unless it has been paid, which ends the attempts', async () => {
    const made = await make();
    const { json } = await order(made.fan, made.influencer.id);
    stripe.account.payCheckout(json.url.split('/').at(-1));
    await change(made.influencer.plan.id, { isActive: false });
    await closeHostedCheckouts(app.services, new Date());
    expect(sessionAt(json.url).session.status).toBe('complete');
    expect(await checkoutsOf(made.fan)).toMatchObject([{ providerCheckoutId: null }]);
  });
});

type Made = Awaited<ReturnType<typeof make>>;
const change = (id: string, values: Partial<typeof subscriptionPlans.$inferInsert>) =>
  app.db.update(subscriptionPlans).set(values).where(eq(subscriptionPlans.id, id));
