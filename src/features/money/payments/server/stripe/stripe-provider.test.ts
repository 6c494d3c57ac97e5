import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DomainError } from '#src/lib/problem.ts';
import { startStripe } from '#test/stripe-server.ts';
import type { CheckoutOrder } from '../payment-provider.ts';
import { STRIPE_API_VERSION } from './stripe-client.ts';
import { createStripeProvider } from './stripe-provider.ts';

const PUBLIC_URL = 'https://club.example';
const HOUR_MS = 60 * 60_000;

let stripe: Awaited<ReturnType<typeof startStripe>>;
let provider: ReturnType<typeof createStripeProvider>;
let customerId: string;
const makeCustomer = () =>
  provider.customers!.save({ fanId: randomUUID(), email: 'fan@example.test' }, null);
beforeAll(async () => {
  stripe = await startStripe();
  provider = createStripeProvider({
    ...stripe.options,
    publicUrl: PUBLIC_URL,
    statementDescriptor: 'VR MEMBERS',
  });
  customerId = await makeCustomer();
  stripe.calls.length = 0;
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.calls.length = 0;
  stripe.state.isBroken = false;
});

const order = (given: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  checkoutId: randomUUID(),
  priceCents: 1999,
  influencerId: randomUUID(),
  influencerName: 'Marlowe Vesperine',
  customerId,
  email: 'fan@example.test',
  expiresAt: new Date(Date.now() + HOUR_MS),
  successPath: '/my-subscriptions?checkout=success',
  cancelPath: '/marketplace/subscribe/marlowe',
  ...given,
});
const idIn = (url: string): string => url.split('/').at(-1)!;
const sessionAt = (url: string) => stripe.account.sessions.get(idIn(url))!;

/** A subscription at Stripe that was bought through the checkout. */
async function buy(given: Partial<CheckoutOrder> = {}) {
  const { url } = await provider.createCheckout(
    order({ customerId: await makeCustomer(), ...given }),
  );
  const { subscription, customer, paid } = stripe.account.payCheckout(idIn(url));
  const paymentId = stripe.account.paymentIntentOf(paid.data.object.id);
  stripe.calls.length = 0;
  return { subscription, customer, paymentId };
}

const refused = (code: DomainError['code'], message = /./) =>
  expect.objectContaining({ name: 'DomainError', code, message: expect.stringMatching(message) });

test('the checkout sells a month at the price, and returns to the product', async () => {
  const requested = order();
  const { url } = await provider.createCheckout(requested);
  expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const product = `subscription-${requested.influencerId}`;
  expect(stripe.calls).toEqual([
    expect.objectContaining({
      path: '/v1/products',
      form: {
        id: product,
        name: 'Subscription to Marlowe Vesperine',
        statement_descriptor: 'VR MEMBERS',
      },
    }),
    expect.objectContaining({ path: '/v1/checkout/sessions', version: STRIPE_API_VERSION }),
  ]);
  expect(stripe.calls[1]!.form).toEqual({
    mode: 'subscription',
    line_items: {
      0: {
        quantity: '1',
        price_data: {
          currency: 'usd',
          unit_amount: '1999',
          recurring: { interval: 'month' },
          product,
        },
      },
    },
    client_reference_id: requested.checkoutId,
    metadata: { checkoutId: requested.checkoutId },
    subscription_data: { metadata: { checkoutId: requested.checkoutId } },
    customer: customerId,
    saved_payment_method_options: { payment_method_save: 'enabled' },
    allowed_payment_method_types: { 0: 'card' },
    adaptive_pricing: { enabled: 'false' },
    success_url: `${PUBLIC_URL}${requested.successPath}`,
    cancel_url: `${PUBLIC_URL}${requested.cancelPath}`,
    expires_at: String(Math.floor(requested.expiresAt!.getTime() / 1000)),
  });
});

describe('a repeated checkout request', () => {
  test('returns the same checkout, and sells nothing else', async () => {
    const requested = order();
    const first = await provider.createCheckout(requested);
    const before = stripe.account.sessions.size;
    expect(await provider.createCheckout({ ...requested })).toEqual(first);
    expect(stripe.account.sessions.size).toBe(before);
  });

  test("shows the influencer's new name", async () => {
    const requested = order();
    await provider.createCheckout(requested);
    const { url } = await provider.createCheckout({ ...requested, influencerName: 'Marlowe V.' });
    expect(sessionAt(url).sold).toMatchObject({
      checkoutId: requested.checkoutId,
      name: 'Subscription to Marlowe V.',
    });
  });
});

test('a checkout with little time left closes as soon as Stripe allows, and is the same one again', async () => {
  const expiresAt = new Date(Date.now() + 5 * 60_000);
  const requested = order({ expiresAt });
  const first = await provider.createCheckout(requested);
  const { session } = sessionAt(first.url);
  expect(session.expires_at).toBe(Math.floor(expiresAt.getTime() / 1000) + 31 * 60);
  expect(await provider.createCheckout(requested)).toEqual(first);
});

test('renewals stop at the end of the paid period, however often it is requested', async () => {
  const { subscription } = await buy();
  await provider.cancelAtPeriodEnd(subscription.id);
  await provider.cancelAtPeriodEnd(subscription.id);
  expect(subscription).toMatchObject({ cancel_at_period_end: true, status: 'active' });
});

describe('a new price', () => {
  test('is charged from the next invoice on, once, without a proration', async () => {
    const { subscription } = await buy();
    const [item] = subscription.items.data;
    const { current_period_end: end } = item!;
    const before = stripe.account.invoices.size;
    await provider.changePrice!(subscription.id, 2400);
    const calls = stripe.calls.length;
    await provider.changePrice!(subscription.id, 2400);
    // Only read: it is that price already.
    expect(stripe.calls).toHaveLength(calls + 1);
    expect(item).toMatchObject({ price: { unit_amount: 2400 }, current_period_end: end });
    expect(stripe.account.invoices.size).toBe(before);
  });

  test('of an ended subscription changes nothing', async () => {
    const { subscription } = await buy();
    await provider.cancelNow(subscription.id);
    await provider.changePrice!(subscription.id, 2400);
    expect(subscription.items.data[0]!.price.unit_amount).toBe(1999);
  });
});

describe('stopped renewals', () => {
  const stopped = { cancel_at: expect.any(Number) };
  const renewing = { cancel_at: null, cancel_at_period_end: false, status: 'active' };

  test('resume, however often it is requested', async () => {
    const { subscription } = await buy();
    await provider.cancelAtPeriodEnd(subscription.id);
    expect(subscription).toMatchObject(stopped);
    await provider.resumeRenewals!(subscription.id);
    await provider.resumeRenewals!(subscription.id);
    expect(subscription).toMatchObject(renewing);
  });

  test('resume after a stop in the portal, which sets only the end', async () => {
    const { subscription } = await buy();
    const [item] = subscription.items.data;
    stripe.account.change(subscription, { cancel_at: item!.current_period_end });
    await provider.resumeRenewals!(subscription.id);
    expect(subscription).toMatchObject(renewing);
  });

  test('do not resume once the subscription has ended', async () => {
    const { subscription } = await buy();
    stripe.account.end(subscription, 'cancellation_requested');
    await expect(provider.resumeRenewals!(subscription.id)).rejects.toEqual(
      refused('not-allowed-in-state'),
    );
  });
});

test('a subscription is ended at once, however often it is requested', async () => {
  const { subscription } = await buy();
  await provider.cancelNow(subscription.id);
  await provider.cancelNow(subscription.id);
  await provider.cancelAtPeriodEnd(subscription.id);
  await provider.pause(subscription.id);
  expect(subscription).toMatchObject({ status: 'canceled', cancel_at_period_end: false });
});

test('an unknown subscription is not treated as an ended one', async () => {
  for (const call of [
    provider.cancelNow,
    provider.cancelAtPeriodEnd,
    provider.resume,
    provider.resumeRenewals!,
  ]) {
    await expect(call('sub_unknown')).rejects.toEqual(
      refused('provider-unavailable', /refused the request/),
    );
  }
});

describe('a pause', () => {
  test('charges nothing, and the rest of the paid period continues after it', async () => {
    const { subscription } = await buy();
    await provider.pause(subscription.id);
    await provider.pause(subscription.id);
    expect(subscription.pause_collection).toEqual({ behavior: 'void', resumes_at: null });
    const [item] = subscription.items.data;
    const paidUntil = item!.current_period_end;
    await provider.resume(subscription.id);
    expect(subscription.pause_collection).toBeNull();
    expect(item!.current_period_end).toBe(paidUntil);
  });

  test('that is longer than the paid period ends with a new month, charged once', async () => {
    const { subscription } = await buy();
    await provider.pause(subscription.id);
    expect(stripe.account.renew(subscription.id).type).toBe('invoice.voided');
    const invoices = stripe.account.invoices.size;
    await Promise.all([provider.resume(subscription.id), provider.resume(subscription.id)]);
    await provider.resume(subscription.id);
    expect(stripe.account.invoices.size).toBe(invoices + 1);
    expect(stripe.account.invoices.get(subscription.latest_invoice as string)).toMatchObject({
      status: 'paid',
      amount_paid: 1999,
      billing_reason: 'subscription_update',
    });
  });

  test('cannot be lifted once the subscription has ended', async () => {
    const { subscription } = await buy();
    await provider.pause(subscription.id);
    stripe.account.end(subscription, 'cancellation_requested');
    await expect(provider.resume(subscription.id)).rejects.toEqual(refused('not-allowed-in-state'));
  });
});

describe('a refund', () => {
  const given = (paymentId: string) =>
    [...stripe.account.refunds.values()].filter(
      ({ payment_intent: payment }) => payment === paymentId,
    );

  test('is made for the payment', async () => {
    const { paymentId } = await buy();
    await provider.refund(paymentId, 500, randomUUID());
    await provider.refund(paymentId, 1499, randomUUID());
    expect(given(paymentId).map(({ amount }) => amount)).toEqual([500, 1499]);
  });

  test('is made once for each key, even after Stripe has forgotten the key', async () => {
    const { paymentId } = await buy();
    const key = randomUUID();
    await Promise.all([provider.refund(paymentId, 500, key), provider.refund(paymentId, 500, key)]);
    stripe.expireIdempotencyKeys();
    await provider.refund(paymentId, 500, key);
    expect(given(paymentId)).toHaveLength(1);
  });

  test('that failed can be tried again', async () => {
    const { paymentId } = await buy();
    const key = randomUUID();
    await provider.refund(paymentId, 500, key);
    given(paymentId)[0]!.status = 'failed';
    stripe.expireIdempotencyKeys();
    await provider.refund(paymentId, 500, key);
    expect(given(paymentId).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('of more than is left is rejected, and it is certain that no money was sent', async () => {
    const { paymentId } = await buy();
    await expect(provider.refund(paymentId, 2000, randomUUID())).rejects.toEqual(
      refused('not-allowed-in-state', /^Stripe refused the refund: .* greater than unrefunded/),
    );
    stripe.account.refund(paymentId, 1999, {});
    await expect(provider.refund(paymentId, 1999, randomUUID())).rejects.toEqual(
      refused('not-allowed-in-state', /already been refunded/),
    );
    expect(given(paymentId)).toHaveLength(1);
  });

  test('with another amount under the same key is not certain', async () => {
    const { paymentId } = await buy();
    const key = randomUUID();
    stripe.account.rules.areRefundsPending = true;
    await provider.refund(paymentId, 500, key);
    given(paymentId)[0]!.status = 'failed';
    await expect(provider.refund(paymentId, 400, key)).rejects.toEqual(
      refused('provider-unavailable', /refused the request/),
    );
    stripe.account.rules.areRefundsPending = false;
  });

  test('of a payment that was not made by card has to be made by hand', async () => {
    await expect(provider.refund('in_1paidInCash', 500, 'key')).rejects.toEqual(
      refused('not-supported'),
    );
    expect(stripe.calls).toEqual([]);
  });
});

describe('the page to change the card', () => {
  test('changes the card that is charged, and returns to the product', async () => {
    const { subscription, customer } = await buy();
    const card = subscription.default_payment_method;
    const known = { providerSubscriptionId: subscription.id, providerCustomerId: customer.id };
    const { url } = await provider.paymentMethodPage(known, '/my-subscriptions');
    expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect(stripe.calls.at(-1)).toMatchObject({
      path: '/v1/billing_portal/sessions',
      form: {
        customer: customer.id,
        return_url: `${PUBLIC_URL}/my-subscriptions`,
        flow_data: {
          type: 'payment_method_update',
          after_completion: {
            type: 'redirect',
            redirect: { return_url: `${PUBLIC_URL}/my-subscriptions` },
          },
        },
      },
    });
    // The portal changes the customer's default card; a card of the subscription would take
    // precedence.
    expect(subscription.default_payment_method).toBeNull();
    expect(customer.invoice_settings.default_payment_method).toBe(card);
  });

  test('is found without knowing the customer, and does not change a new card', async () => {
    const { subscription, customer } = await buy();
    const known = { providerSubscriptionId: subscription.id, providerCustomerId: null };
    await provider.paymentMethodPage(known, '/');
    customer.invoice_settings.default_payment_method = 'pm_another';
    await provider.paymentMethodPage(known, '/');
    expect(customer.invoice_settings.default_payment_method).toBe('pm_another');
  });
});

describe('if Stripe is unavailable', () => {
  test('every call fails with that error, and the reason is in the log', async () => {
    stripe.state.isBroken = true;
    const known = { providerSubscriptionId: 'sub_1', providerCustomerId: null };
    const calls = [
      provider.createCheckout(order()),
      provider.cancelAtPeriodEnd('sub_1'),
      provider.cancelNow('sub_1'),
      provider.pause('sub_1'),
      provider.resume('sub_1'),
      provider.refund('pi_1', 1, 'key'),
      provider.paymentMethodPage(known, '/'),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toEqual(refused('provider-unavailable', /can’t be reached/));
      expect((reason as DomainError).cause).toMatchObject({ type: 'StripeAPIError' });
    }
  });

  test('an unreachable server and an invalid key differ in the log only', async () => {
    const unreachable = await startStripe();
    await unreachable.stop();
    const options = { ...stripe.options, publicUrl: PUBLIC_URL };
    const cases = [
      [{ ...options, apiUrl: unreachable.options.apiUrl }, 'StripeConnectionError'],
      [{ ...options, secretKey: 'sk_test_wrong' }, 'StripeAuthenticationError'],
    ] as const;
    for (const [wrong, type] of cases) {
      const error: unknown = await createStripeProvider(wrong)
        .createCheckout(order())
        .catch((reason: unknown) => reason);
      expect(error).toEqual(refused('provider-unavailable', /can’t be reached/));
      expect((error as DomainError).cause).toMatchObject({ type });
      expect(inspect(error, { depth: 9 })).not.toContain(wrong.secretKey);
    }
  });
});
