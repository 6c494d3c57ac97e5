import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { mailsFor } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
let staff: TestUser;
let admin: TestUser;
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
  admin = await app.as('admin');
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
const last = (type: Stripe.Event['type']) =>
  stripe.account.events.findLast((event) => event.type === type)!;

async function subscribe() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const { json } = await app.call('POST', '/api/checkouts', {
    user: fan,
    body: { influencerId: influencer.id },
  });
  const { subscription, paid } = stripe.account.payCheckout(json.url.split('/').at(-1));
  await deliver(paid);
  const { id } = (await subscriptionOf(app, fan))!;
  return { fan, id, subscription, paymentId: stripe.account.paymentIntentOf(paid.data.object.id) };
}

describe('a renewal that the bank wants to authenticate', () => {
  const NEXT = new Date('2030-01-03T08:00:00Z');
  const ORDERS = [
    ['failed', 'action'],
    ['action', 'failed'],
  ] as const;

  test.each(ORDERS)('mails the link and shows it until it is paid: %s, %s', async (...order) => {
    const { fan, subscription } = await subscribe();
    const failed = stripe.account.failRenewal(subscription.id, NEXT);
    const action = stripe.account.requireAction(failed.data.object.id);
    for (const name of order) expect(await deliver({ failed, action }[name])).toBe(200);
    const url = failed.data.object.hosted_invoice_url;
    const listed = async () =>
      (await app.call('GET', '/api/subscriptions', { user: fan })).json.subscriptions[0];
    expect(await listed()).toMatchObject({ status: 'past_due', authenticationUrl: url });
    expect(await subscriptionOf(app, fan)).toMatchObject({ failedAttempts: 1 });
    const mails = await mailsFor(app, fan);
    const links = mails.filter(({ action: sent }) => sent && 'url' in sent && sent.url === url);
    expect(links).toMatchObject([{ subject: 'Confirm your payment' }]);
    await deliver(stripe.account.payInvoice(failed.data.object.id));
    expect(await listed()).toMatchObject({ status: 'active', authenticationUrl: null });
    // A late repetition about the paid month.
    await deliver(stripe.account.requireAction(failed.data.object.id));
    expect(await listed()).toMatchObject({ status: 'active', authenticationUrl: null });
  });

  test('that nobody confirms ends like any unpaid one', async () => {
    const { fan, subscription } = await subscribe();
    const failed = stripe.account.failRenewal(subscription.id, NEXT);
    await deliver(stripe.account.requireAction(failed.data.object.id));
    await deliver(stripe.account.end(subscription, 'payment_failed'));
    expect(await subscriptionOf(app, fan)).toMatchObject({
      endReason: 'unpaid',
      authenticationUrl: null,
    });
  });
});

describe('a refund that fails at the bank', () => {
  const movements = async (id: string) => {
    const rows = await app.db
      .select({ kind: ledgerTransactions.kind, cents: ledgerEntries.amountCents })
      .from(ledgerTransactions)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(and(eq(ledgerTransactions.subscriptionId, id), eq(ledgerAccounts.kind, 'cash')))
      .orderBy(ledgerTransactions.recordedAt);
    return rows.map(({ kind, cents }) => [kind, cents]);
  };
  const requestedOf = async (id: string) => {
    const { json } = await app.call('GET', `/api/subscribers/${id}/payments`, { user: staff });
    const rows = json.rows as { kind: string; requestedRefunds: unknown[] }[];
    return rows.find(({ kind }) => kind === 'charge')!.requestedRefunds;
  };
  const isWaiting = async (id: string) => {
    const { json } = await app.call('GET', '/api/staff-notifications', { user: admin });
    return JSON.stringify(json.notifications).includes(id);
  };

  async function refundByStaff() {
    const bought = await subscribe();
    const { id } = bought;
    const { json } = await app.call('GET', `/api/subscribers/${id}/payments`, { user: staff });
    await app.call('POST', `/api/subscriptions/${id}/refunds`, {
      user: staff,
      body: {
        transactionId: json.rows[0].id,
        endNow: false,
        refundKey: randomUUID(),
        amountCents: 500,
      },
    });
    return { ...bought, succeeded: last('refund.created') as Stripe.RefundCreatedEvent };
  }

  test('is reversed once, owed by hand, and in the work of the staff', async () => {
    const { id, fan, succeeded } = await refundByStaff();
    await deliver(succeeded);
    const failed = stripe.account.failRefund(succeeded.data.object.id, 'expired_or_canceled_card');
    const again = { ...failed, id: `${failed.id}x` };
    expect(await Promise.all([deliver(failed), deliver(failed), deliver(again)])).toEqual([
      200, 200, 200,
    ]);
    expect(await movements(id)).toEqual([
      ['charge', 1999],
      ['refund', -500],
      ['refund_failed', 500],
    ]);
    expect(await requestedOf(id)).toMatchObject([
      { amountCents: 500, byHand: true, failureReason: 'expired_or_canceled_card' },
    ]);
    expect(await isWaiting(id)).toBe(true);
    const [{ id: refundId }] = (await requestedOf(id)) as [{ id: string }];
    const mails = await mailsFor(app, fan);
    const marked = await app.call('POST', `/api/subscriptions/${id}/refunds/${refundId}/made`, {
      user: staff,
    });
    expect(marked.status).toBeLessThan(300);
    expect((await movements(id)).at(-1)).toEqual(['refund', -500]);
    expect(await mailsFor(app, fan)).toHaveLength(mails.length + 1);
    expect(await requestedOf(id)).toEqual([]);
  });

  test('before its success is reported is never recorded', async () => {
    const { id, succeeded } = await refundByStaff();
    const failed = stripe.account.failRefund(succeeded.data.object.id, 'declined');
    expect(await deliver(failed)).toBe(200);
    expect(await deliver(succeeded)).toBe(200);
    expect(await movements(id)).toEqual([['charge', 1999]]);
    expect(await requestedOf(id)).toMatchObject([{ amountCents: 500, byHand: true }]);
  });

  test("that was made in Stripe's dashboard is owed as well", async () => {
    const { id, paymentId } = await subscribe();
    const refund = stripe.account.refund(paymentId, 700, {});
    await deliver(last('refund.created'));
    const failed = stripe.account.failRefund(refund.id, 'declined');
    await Promise.all([deliver(failed), deliver({ ...failed, id: `${failed.id}x` })]);
    expect(await movements(id)).toEqual([
      ['charge', 1999],
      ['refund', -700],
      ['refund_failed', 700],
    ]);
    expect(await requestedOf(id)).toMatchObject([{ amountCents: 700, byHand: true }]);
  });

  test('waits for its payment, if that is reported later', async () => {
    const { id, subscription } = await subscribe();
    const renewed = stripe.account.renew(subscription.id) as Stripe.InvoicePaidEvent;
    const refund = stripe.account.refund(
      stripe.account.paymentIntentOf(renewed.data.object.id!),
      300,
      {},
    );
    const failed = stripe.account.failRefund(refund.id, 'declined');
    expect(await deliver(failed)).toBe(202);
    expect(await deliver(last('refund.created'))).toBe(202);
    expect(await deliver(renewed)).toBe(200);
    const kinds = (await movements(id)).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === 'refund')).toHaveLength(
      kinds.filter((kind) => kind === 'refund_failed').length,
    );
  });
});

test('after all these events the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
