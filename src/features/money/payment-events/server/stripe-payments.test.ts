import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { mailsFor } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';
import { seconds } from '#test/stripe-values.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  stripe = await startStripe();
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL: 'https://club.example',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
  });
  staff = await app.as('staff');
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

const instant = (unix: number) => new Date(unix * 1000);

/** Calls the webhook as Stripe does. */
async function deliver(event: Stripe.Event, signing: { secret?: string } = {}): Promise<number> {
  const { body, headers } = stripe.webhook(event, signing);
  const response = await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
  return response.status;
}
const last = (type: Stripe.Event['type']) =>
  stripe.account.events.findLast((event) => event.type === type)!;

const checkout = (fan: TestUser, influencerId: string) =>
  app.call('POST', '/api/checkouts', { user: fan, body: { influencerId } });

/** A fan who paid on Stripe's page, before the webhook reports it. */
async function buy(at = new Date()) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const { status, json } = await checkout(fan, influencer.id);
  expect(status).toBe(200);
  const { session, sold } = stripe.account.sessions.get(json.url.split('/').at(-1))!;
  const { subscription, paid } = stripe.account.payCheckout(session.id, seconds(at));
  const paymentId = stripe.account.paymentIntentOf(paid.data.object.id);
  return { fan, influencer, session, sold, subscription, paid, paymentId };
}

/** A fan with an active subscription. */
async function subscribe(at?: Date) {
  const bought = await buy(at);
  expect(await deliver(bought.paid)).toBe(200);
  const { id } = (await subscriptionOf(app, bought.fan))!;
  return { ...bought, id };
}

/** A fan cancels, and the job notifies Stripe. */
async function cancel(user: TestUser, subscriptionId: string): Promise<number> {
  const address = `/api/subscriptions/${subscriptionId}/cancel`;
  const { status } = await app.call('POST', address, { user });
  await applyProviderChange(app.services, { subscriptionId });
  return status;
}

/** A fan's payments and refunds in the ledger, in cents. */
async function recordedFor({ id }: TestUser): Promise<number[]> {
  const rows = await app.db
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerTransactions.subscriberId, id), eq(ledgerAccounts.kind, 'cash')))
    .orderBy(asc(ledgerTransactions.recordedAt));
  return rows.map(({ cents }) => cents);
}

test("a fan pays on Stripe's page, and the webhook makes the subscription active", async () => {
  const { fan, influencer, session, sold, subscription, paid } = await buy();
  expect(sold).toMatchObject({ priceCents: 1999 });
  expect(stripe.account.customers.get(sold.customer)).toMatchObject({ email: fan.email });
  const { checkoutId } = sold;
  expect(session.success_url).toBe(
    `https://club.example/subscriptions/${influencer.id}?checkout=success&checkoutId=${checkoutId}`,
  );
  expect(session.cancel_url).toBe(
    `https://club.example/marketplace/subscribe/${influencer.publicUrl}`,
  );
  expect(session.expires_at - session.created).toBeGreaterThan(59 * 60);
  expect(session.expires_at - session.created).toBeLessThanOrEqual(60 * 60);
  expect(await subscriptionOf(app, fan)).toBeUndefined();

  expect(await deliver(paid)).toBe(200);

  const [item] = subscription.items.data;
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    provider: 'stripe',
    providerSubscriptionId: subscription.id,
    providerCustomerId: subscription.customer,
    priceCents: 1999,
    currentPeriodEnd: instant(item!.current_period_end),
  });
  const { json } = await app.call('GET', `/api/checkouts/${checkoutId}`, { user: fan });
  expect(json).toEqual({ id: checkoutId, status: 'completed' });
  expect(await recordedFor(fan)).toEqual([1999]);
});

test('a repeated request for the checkout returns the same page', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const [first, second] = await Promise.all([
    checkout(fan, influencer.id),
    checkout(fan, influencer.id),
  ]);
  expect(first.json.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  expect(second.json).toEqual(first.json);
});

test('an event that arrives three times, also concurrently, counts once', async () => {
  const { fan, paid } = await buy();
  expect(await Promise.all([deliver(paid), deliver(paid), deliver(paid)])).toEqual([200, 200, 200]);
  expect(await deliver(paid)).toBe(200);
  expect(await recordedFor(fan)).toEqual([1999]);
});

test('while Stripe is unavailable no event is accepted, and the next delivery is handled', async () => {
  const { fan, paid } = await buy();
  stripe.state.isBroken = true;
  expect(await deliver(paid)).toBe(502);
  stripe.state.isBroken = false;
  const stored = app.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.providerEventId, paid.id));
  expect(await stored).toEqual([]);
  expect(await deliver(paid)).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('events may arrive in any order', async () => {
  const { fan, subscription, paid, paymentId } = await buy();
  stripe.account.refund(paymentId, 500, {});
  const renewed = stripe.account.renew(subscription.id);
  expect(await deliver(last('refund.created'))).toBe(202);
  expect(await deliver(renewed)).toBe(202);
  expect(await deliver(paid)).toBe(200);
  const [item] = subscription.items.data;
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    currentPeriodEnd: instant(item!.current_period_end),
  });
  expect((await recordedFor(fan)).toSorted((a, b) => a - b)).toEqual([-500, 1999, 1999]);
});

test('a failed renewal stops viewing until a later attempt succeeds', async () => {
  const { fan, subscription } = await subscribe();
  const nextAttemptAt = new Date('2030-01-03T08:00:00Z');
  const failed = stripe.account.failRenewal(subscription.id, nextAttemptAt);
  expect(await deliver(failed)).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'past_due', nextAttemptAt });
  expect(await deliver(stripe.account.payInvoice(failed.data.object.id))).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active', nextAttemptAt: null });
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

test('a subscription that Stripe ends for non-payment has ended as unpaid', async () => {
  const { fan, subscription } = await subscribe();
  await deliver(stripe.account.failRenewal(subscription.id, null));
  expect(await deliver(stripe.account.end(subscription, 'payment_failed'))).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'cancelled',
    endReason: 'unpaid',
  });
});

test('a fan who cancels is not charged again, and can view until the end of the paid period', async () => {
  const { fan, subscription, id } = await subscribe();
  expect(await cancel(fan, id)).toBeLessThan(300);
  expect(subscription.cancel_at_period_end).toBe(true);
  expect(await deliver(last('customer.subscription.updated'))).toBe(200);
  const [item] = subscription.items.data;
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    cancelAt: instant(item!.current_period_end),
  });
});

test('a fan who undoes the cancellation is charged again, and gets one mail', async () => {
  const { fan, subscription, id } = await subscribe();
  await cancel(fan, id);
  await deliver(last('customer.subscription.updated'));
  const resume = await app.call('POST', `/api/subscriptions/${id}/resume`, { user: fan });
  expect(resume.status).toBe(200);
  expect(subscription).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  const stored = await subscriptionOf(app, fan);
  expect(stored).toMatchObject({ status: 'active', cancelAt: null });
  const mails = await mailsFor(app, fan);
  expect(mails.at(-1)).toMatchObject({ subject: 'Your subscription renews again' });
  expect(await deliver(last('customer.subscription.updated'))).toBe(200);
  expect(await subscriptionOf(app, fan)).toEqual(stored);
  expect(await mailsFor(app, fan)).toEqual(mails);
  expect(await deliver(stripe.account.renew(subscription.id))).toBe(200);
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

test('a subscription that ended at Stripe cannot be resumed', async () => {
  const { fan, subscription, id } = await subscribe();
  await cancel(fan, id);
  stripe.account.end(subscription, 'cancellation_requested');
  const before = await subscriptionOf(app, fan);
  expect(await app.call('POST', `/api/subscriptions/${id}/resume`, { user: fan })).toMatchObject({
    status: 409,
    json: { detail: 'The subscription has ended at the provider' },
  });
  expect(await subscriptionOf(app, fan)).toEqual(before);
});

test('a refund by staff is requested from Stripe, and recorded when Stripe reports it', async () => {
  const { fan, id, paymentId } = await subscribe();
  const { json } = await app.call('GET', `/api/subscribers/${id}/payments`, { user: staff });
  const refund = (amountCents: number) =>
    app.call('POST', `/api/subscriptions/${id}/refunds`, {
      user: staff,
      body: {
        transactionId: json.rows[0].id,
        endNow: false,
        refundKey: randomUUID(),
        amountCents,
      },
    });
  expect(await refund(500)).toMatchObject({ status: 200, json: { state: 'requested' } });
  expect(await recordedFor(fan)).toEqual([1999]);
  expect(await deliver(last('refund.created'))).toBe(200);
  expect(await recordedFor(fan)).toEqual([1999, -500]);

  // Refunded in Stripe's dashboard, and not reported yet.
  stripe.account.refund(paymentId, 1000, {});
  expect(await refund(1499)).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('Stripe refused the refund') },
  });
  expect(await deliver(last('refund.created'))).toBe(200);
  expect(await refund(499)).toMatchObject({ status: 200 });
});

test('a suspended fan is not charged, and pays for a new month once the paid period is over', async () => {
  const { fan, subscription, id } = await subscribe(new Date(Date.now() - 45 * DAY_MS));
  const changeStatus = (what: string) =>
    app.call('POST', `/api/subscriptions/${id}/${what}`, { user: staff });
  expect((await changeStatus('suspend')).status).toBeLessThan(300);
  expect(await deliver(stripe.account.renew(subscription.id))).toBe(200);
  expect(await recordedFor(fan)).toEqual([1999]);

  expect((await changeStatus('reactivate')).status).toBeLessThan(300);
  expect(await deliver(last('invoice.paid'))).toBe(200);

  const [item] = subscription.items.data;
  const start = instant(item!.current_period_start);
  expect(Date.now() - start.getTime()).toBeLessThan(60_000);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    currentPeriodStart: start,
    currentPeriodEnd: instant(item!.current_period_end),
    billingAnchor: start,
  });
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

test('a dispute reverses the payment and ends the subscription; a won dispute restores the payment', async () => {
  const { fan, paymentId } = await subscribe();
  const { data } = stripe.account.dispute(paymentId, 1999);
  expect(await deliver(last('charge.dispute.created'))).toBe(200);
  const withdrawn = stripe.account.changeDispute(
    data.object.id,
    'needs_response',
    'charge.dispute.funds_withdrawn',
  );
  expect(await deliver(withdrawn)).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'cancelled',
    endReason: 'dispute',
  });
  expect(await recordedFor(fan)).toEqual([1999, -1999]);
  const won = stripe.account.changeDispute(data.object.id, 'won', 'charge.dispute.closed');
  expect(await deliver(won)).toBe(200);
  expect(await recordedFor(fan)).toEqual([1999, -1999, 1999]);
});

test("a call without Stripe's signature changes nothing and is not stored", async () => {
  const { fan, paid } = await buy();
  expect(await deliver(paid, { secret: 'whsec_guessed' })).toBe(400);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  const stored = app.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.providerEventId, paid.id));
  expect(await stored).toEqual([]);
  const post = { method: 'POST', body: JSON.stringify(paid) };
  expect((await app.app.request('/webhooks/stripe', post)).status).toBe(400);
  expect((await app.app.request('/webhooks/sandbox', post)).status).toBe(404);
});

test('after all these events the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
