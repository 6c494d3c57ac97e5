import { eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkouts, providerCustomers } from '#src/features/money/payments/server/billing.table.ts';
import { deleteProviderCustomer } from '#src/features/money/payments/server/provider-customers.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { makeInfluencer } from '../subscriptions.testing.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
beforeAll(async () => {
  stripe = await startStripe();
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL: 'https://club.example',
    PAYMENT_DESCRIPTOR: 'VR MEMBERS',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
  });
});
afterEach(() => {
  stripe.account.rules.savedCards = 'pay';
  stripe.state.isBroken = false;
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

async function deliver(event: Stripe.Event): Promise<number> {
  const { body, headers } = stripe.webhook(event);
  const response = await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
  return response.status;
}
const lastPaid = () => stripe.account.events.findLast(({ type }) => type === 'invoice.paid')!;

const checkout = (fan: TestUser, influencerId: string) =>
  app.call('POST', '/api/checkouts', { user: fan, body: { influencerId } });
const sessionAt = (url: string) => url.split('/').at(-1)!;

/** A fan who bought one subscription at Stripe's page. */
async function makeFan({ savesCard = true } = {}) {
  const [fan, first] = [await app.as('subscriber'), await makeInfluencer(app)];
  const { json } = await checkout(fan, first.id);
  const bought = stripe.account.payCheckout(sessionAt(json.url), undefined, { savesCard });
  expect(await deliver(bought.paid)).toBe(200);
  return { fan, ...bought };
}
const optionsOf = async (fan: TestUser) =>
  (await app.call('GET', '/api/payment-options', { user: fan })).json;

type Offer = { id: string; plan: { priceMonthlyCents: number } };
const pay = (fan: TestUser, influencer: Offer, cardId: string, priceCents?: number) =>
  app.call('POST', '/api/checkouts/saved-card', {
    user: fan,
    body: {
      influencerId: influencer.id,
      cardId,
      priceCents: priceCents ?? influencer.plan.priceMonthlyCents,
    },
  });
const subscriptionTo = async (fan: TestUser, influencerId: string) => {
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.influencerId, influencerId));
  return rows.filter(({ subscriberId }) => subscriberId === fan.id);
};
const customersOf = ({ id }: TestUser) =>
  app.db.select().from(providerCustomers).where(eq(providerCustomers.subscriberId, id));
const createdFor = ({ id }: TestUser) =>
  [...stripe.account.customers.values()].filter(({ metadata }) => metadata.fanId === id);

describe('the customer of a fan', () => {
  test('is created once, also by concurrent checkouts for several influencers', async () => {
    const fan = await app.as('subscriber');
    const influencers = await Promise.all([1, 2, 3, 4].map(() => makeInfluencer(app)));
    const answers = await Promise.all(influencers.map(({ id }) => checkout(fan, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [customer, ...others] = createdFor(fan);
    expect(others).toEqual([]);
    expect(await customersOf(fan)).toMatchObject([{ providerCustomerId: customer!.id }]);
    for (const { json } of answers) {
      const { sold } = stripe.account.sessions.get(sessionAt(json.url))!;
      expect(sold.customer).toBe(customer!.id);
    }
  });

  test('follows the email address of the account', async () => {
    const { fan, customer } = await makeFan();
    const email = `new-${fan.email}`;
    await app.db.execute(sql`update users set email = ${email} where id = ${fan.id}`);
    await checkout(fan, (await makeInfluencer(app)).id);
    expect(customer.email).toBe(email);
  });

  test('that was deleted at the provider is replaced', async () => {
    const { fan, customer } = await makeFan();
    stripe.account.customers.delete(customer.id);
    expect(await optionsOf(fan)).toMatchObject({ savedCard: null });
    expect((await checkout(fan, (await makeInfluencer(app)).id)).status).toBe(200);
    const [replaced] = createdFor(fan);
    expect(await customersOf(fan)).toMatchObject([{ providerCustomerId: replaced!.id }]);
  });

  test('is deleted at the provider with the account', async () => {
    const { fan, customer } = await makeFan();
    const admin = await app.as('admin');
    await app.call('DELETE', `/api/users/${fan.id}`, { user: admin });
    expect(await customersOf(fan)).toEqual([]);
    const { rows } = await app.db.execute<{ data: { provider: string; customerId: string } }>(
      sql`select data from jobs.job where name = 'delete-customer' and data ->> 'customerId' = ${customer.id}`,
    );
    expect(rows).toHaveLength(1);
    await deleteProviderCustomer(app.services, rows[0]!.data);
    await deleteProviderCustomer(app.services, rows[0]!.data);
    expect(stripe.account.customers.has(customer.id)).toBe(false);
  });
});

test('a card is offered again only if the fan agreed to save it', async () => {
  const agreed = await makeFan();
  expect(await optionsOf(agreed.fan)).toEqual({
    savedCard: { id: expect.any(String), brand: 'visa', last4: '4242', canPay: true },
    statementDescriptor: 'VR MEMBERS',
  });
  const refused = await makeFan({ savesCard: false });
  expect(await optionsOf(refused.fan)).toMatchObject({ savedCard: null });
});

describe('a purchase with the saved card', () => {
  test('is active once the webhook reports the payment, and not before', async () => {
    const [{ fan, customer }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    const { status, json } = await pay(fan, next, savedCard.id);
    expect({ status, json }).toMatchObject({ status: 200, json: { outcome: 'paid' } });
    expect(json.url).toMatch(
      new RegExp(`^/subscriptions/${next.id}\\?checkout=success&checkoutId=`),
    );
    expect(await subscriptionTo(fan, next.id)).toEqual([]);
    expect(await deliver(lastPaid())).toBe(200);
    const [bought] = await subscriptionTo(fan, next.id);
    expect(bought).toMatchObject({ status: 'active', providerCustomerId: customer.id });
    const sold = stripe.account.subscriptions.get(bought!.providerSubscriptionId!)!;
    expect(sold.default_payment_method).toBe(savedCard.id);
    expect(stripe.account.products.get(`subscription-${next.id}`)).toMatchObject({
      statement_descriptor: 'VR MEMBERS',
    });
  });

  test('is made once, however often and at once it is requested', async () => {
    const [{ fan }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    const before = stripe.account.subscriptions.size;
    await Promise.all([pay(fan, next, savedCard.id), pay(fan, next, savedCard.id)]);
    await pay(fan, next, savedCard.id);
    expect(stripe.account.subscriptions.size).toBe(before + 1);
    await deliver(lastPaid());
    expect((await pay(fan, next, savedCard.id)).json).toMatchObject({ code: 'already-subscribed' });
  });

  test('whose card needs authentication creates nothing and leads to the hosted page', async () => {
    const [{ fan }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    const before = stripe.account.subscriptions.size;
    stripe.account.rules.savedCards = 'authenticate';
    const { json } = await pay(fan, next, savedCard.id);
    expect(json).toEqual({
      outcome: 'authentication',
      url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
    });
    expect(stripe.account.subscriptions.size).toBe(before);
    expect(await subscriptionTo(fan, next.id)).toEqual([]);
    await deliver(stripe.account.payCheckout(sessionAt(json.url)).paid);
    expect(await subscriptionTo(fan, next.id)).toMatchObject([{ status: 'active' }]);
  });

  test('that is declined charges nothing, and another card can be used', async () => {
    const [{ fan }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    stripe.account.rules.savedCards = 'decline';
    expect((await pay(fan, next, savedCard.id)).json).toEqual({ outcome: 'declined' });
    const [tried] = await app.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.influencerId, next.id));
    expect(tried).toMatchObject({ status: 'declined', declinedAt: expect.any(Date) });
    const { json } = await checkout(fan, next.id);
    await deliver(stripe.account.payCheckout(sessionAt(json.url)).paid);
    expect(await subscriptionTo(fan, next.id)).toMatchObject([{ status: 'active' }]);
  });

  test('at another price or with another card than the fan saw is refused', async () => {
    const [{ fan }, other, next] = [
      await makeFan(),
      await makeFan(),
      await makeInfluencer(app, 2500),
    ];
    const { savedCard } = await optionsOf(fan);
    const foreign = (await optionsOf(other.fan)).savedCard;
    const before = stripe.account.subscriptions.size;
    expect((await pay(fan, next, savedCard.id, 1999)).json).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('$25.00'),
    });
    expect((await pay(fan, next, foreign.id)).json).toMatchObject({ code: 'conflict' });
    expect(stripe.account.subscriptions.size).toBe(before);
  });

  test('is refused while purchases of the fan are blocked after a dispute', async () => {
    const [{ fan, paid }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    stripe.account.dispute(stripe.account.paymentIntentOf(paid.data.object.id), 1999);
    await deliver(stripe.account.events.at(-1)!);
    expect((await pay(fan, next, savedCard.id)).json).toMatchObject({ code: 'purchase-blocked' });
  });

  test('without an answer can be repeated', async () => {
    const [{ fan }, next] = [await makeFan(), await makeInfluencer(app)];
    const { savedCard } = await optionsOf(fan);
    stripe.state.isBroken = true;
    expect((await pay(fan, next, savedCard.id)).status).toBe(502);
    expect((await app.call('GET', '/api/payment-options', { user: fan })).status).toBe(502);
    stripe.state.isBroken = false;
    expect((await pay(fan, next, savedCard.id)).json).toMatchObject({ outcome: 'paid' });
  });
});

describe('a removed card', () => {
  const remove = (fan: TestUser) => app.call('DELETE', '/api/saved-card', { user: fan });

  test('pays for no purchase any more, while the subscriptions that renew with it go on', async () => {
    const { fan, subscription } = await makeFan();
    const { savedCard } = await optionsOf(fan);
    expect((await remove(fan)).status).toBe(200);
    expect(await optionsOf(fan)).toMatchObject({ savedCard: null });
    const next = await makeInfluencer(app);
    expect((await pay(fan, next, savedCard.id)).json).toMatchObject({ code: 'conflict' });
    const card = stripe.account.cards.get(subscription.default_payment_method as string);
    expect(card).toMatchObject({ customer: subscription.customer });
    expect((await remove(fan)).status).toBe(200);
  });

  test('is detached once no subscription renews with it', async () => {
    const { fan, subscription } = await makeFan();
    stripe.account.end(subscription, 'cancellation_requested');
    const { savedCard } = await optionsOf(fan);
    await remove(fan);
    expect(stripe.account.cards.get(savedCard.id)).toMatchObject({ customer: null });
  });
});
