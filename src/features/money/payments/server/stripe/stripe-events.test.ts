import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths } from '#src/lib/dates.ts';
import { startStripe } from '#test/stripe-server.ts';
import { createStripeProvider } from './stripe-provider.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let provider: ReturnType<typeof createStripeProvider>;
beforeAll(async () => {
  stripe = await startStripe();
  provider = createStripeProvider({ ...stripe.options, publicUrl: 'https://club.example' });
});
afterAll(() => stripe.stop());

const MINUTE_MS = 60_000;
const START = new Date('2026-10-31T12:00:00Z');
const END = addMonths(START, 1);
const inSeconds = (at: Date) => at.getTime() / 1000;

/** The product's events for an event of Stripe, stored and read as the webhook does. */
async function eventsFor(event: Stripe.Event) {
  const verified = provider.verifyWebhook(stripe.webhook(event));
  expect(verified).toMatchObject({ id: event.id, type: event.type });
  return provider.readWebhook((await provider.completeWebhook!(verified)).content);
}

async function buy() {
  const checkoutId = randomUUID();
  const { url } = await provider.createCheckout({
    checkoutId,
    priceCents: 1999,
    influencerId: randomUUID(),
    influencerName: 'Marlowe Vesperine',
    customerId: await provider.customers!.save(
      { fanId: randomUUID(), email: 'fan@example.test' },
      null,
    ),
    email: 'fan@example.test',
    successPath: '/',
    cancelPath: '/',
  });
  const bought = stripe.account.payCheckout(url.split('/').at(-1)!, inSeconds(START));
  const paymentId = paymentOf(bought.paid);
  return { ...bought, checkoutId, id: bought.subscription.id, paymentId };
}
const paymentOf = (paid: Stripe.Event) =>
  stripe.account.paymentIntentOf((paid.data.object as Stripe.Invoice).id);
const last = (type: Stripe.Event['type']) =>
  stripe.account.events.findLast((event) => event.type === type)!;

/** What each payment of the simulated account says about its card. */
const card = () => ({ cardHashes: [expect.any(String)], cardLastFour: '4242' });

describe('an invoice', () => {
  test('of a new subscription completes the checkout once it is paid', async () => {
    const { paid, checkoutId, id, customer, paymentId } = await buy();
    expect(await eventsFor(paid)).toEqual([
      {
        type: 'checkout.completed',
        id: paid.id,
        occurredAt: START,
        checkoutId,
        providerSubscriptionId: id,
        providerCustomerId: customer.id,
        periodStart: START,
        periodEnd: END,
        amountCents: 1999,
        paymentId,
        ...card(),
      },
    ]);
    expect(paymentId).toMatch(/^pi_/);
  });

  test('with Stripe Tax says which tax the amount contains, and where the fan lives', async () => {
    const { paid } = await buy();
    const invoice = paid.data.object as Stripe.Invoice;
    invoice.automatic_tax.enabled = true;
    invoice.total_taxes = [{ amount: 347 }] as Stripe.Invoice['total_taxes'];
    invoice.customer_address = { country: 'NL' } as Stripe.Address;
    invoice.statement_descriptor = 'VR';
    expect(await eventsFor(paid)).toMatchObject([
      { taxCents: 347, billingCountry: 'NL', statementDescriptor: 'VR', amountCents: 1999 },
    ]);
  });

  test('of the next period renews once it is paid', async () => {
    const { id } = await buy();
    const paid = stripe.account.renew(id);
    expect(await eventsFor(paid)).toEqual([
      {
        type: 'renewal.paid',
        id: paid.id,
        occurredAt: END,
        providerSubscriptionId: id,
        periodStart: END,
        periodEnd: addMonths(END, 1),
        amountCents: 1999,
        paymentId: paymentOf(paid),
        ...card(),
      },
    ]);
  });

  test('whose payment fails reports the next attempt, and renews once that succeeds', async () => {
    const { id } = await buy();
    const nextAttemptAt = new Date('2026-12-03T08:00:00Z');
    const failed = stripe.account.failRenewal(id, nextAttemptAt);
    const period = { periodStart: END, periodEnd: addMonths(END, 1), amountCents: 1999 };
    expect(await eventsFor(failed)).toEqual([
      {
        type: 'renewal.failed',
        id: failed.id,
        occurredAt: END,
        providerSubscriptionId: id,
        nextAttemptAt,
        ...period,
      },
    ]);
    const paid = stripe.account.payInvoice(failed.data.object.id, inSeconds(nextAttemptAt));
    expect(await eventsFor(paid)).toMatchObject([
      { type: 'renewal.paid', occurredAt: nextAttemptAt, paymentId: paymentOf(paid), ...period },
    ]);
  });

  test('whose payment fails for the last time has no next attempt', async () => {
    const { id } = await buy();
    const failed = stripe.account.failRenewal(id, null);
    expect(await eventsFor(failed)).toMatchObject([
      { type: 'renewal.failed', nextAttemptAt: null },
    ]);
  });

  test('of the month after a pause renews', async () => {
    const { subscription, id } = await buy();
    await provider.pause(id);
    expect(await eventsFor(stripe.account.renew(id))).toEqual([]);
    await provider.resume(id);
    const [item] = subscription.items.data;
    expect(await eventsFor(last('invoice.paid'))).toMatchObject([
      {
        type: 'renewal.paid',
        providerSubscriptionId: id,
        periodStart: new Date(item!.current_period_start * 1000),
        periodEnd: new Date(item!.current_period_end * 1000),
      },
    ]);
  });

  test('that was not paid by card is the payment reference itself', async () => {
    const { id } = await buy();
    const paid = stripe.account.renew(id);
    const { length } = stripe.account.payments;
    stripe.account.payments.splice(length - 1, 1);
    expect(await eventsFor(paid)).toMatchObject([{ paymentId: paid.data.object.id }]);
  });

  test('of a failed first payment, a changed price or a manual sale has no event', async () => {
    const { paid, id } = await buy();
    const { object } = paid.data;
    const failed = { ...paid, type: 'invoice.payment_failed' } as unknown as Stripe.Event;
    expect(await eventsFor(failed)).toEqual([]);

    const renewal = stripe.account.renew(id) as typeof paid;
    const eventsForInvoice = (invoice: object) =>
      eventsFor({ ...renewal, data: { object: { ...renewal.data.object, ...invoice } } });
    const [line] = object.lines.data;
    const prorated = structuredClone(line!);
    prorated.parent!.subscription_item_details!.proration = true;
    const changed = { ...object.lines, data: [prorated] };
    expect(
      await eventsForInvoice({ billing_reason: 'subscription_update', lines: changed }),
    ).toEqual([]);
    expect(await eventsForInvoice({ billing_reason: 'manual', parent: null })).toEqual([]);
    const parent = structuredClone(object.parent!);
    parent.subscription_details!.metadata = {};
    expect(await eventsForInvoice({ parent })).toEqual([]);
  });

  test('that cannot be read is not ignored', async () => {
    const { paid } = await buy();
    // Stored before its payments were added.
    expect(() => provider.readWebhook(JSON.stringify(paid))).toThrow(/without its payments/);
    const data = { object: { ...paid.data.object, parent: undefined } };
    expect(() => provider.readWebhook(JSON.stringify({ ...paid, data }))).toThrow(
      /names no subscription/,
    );
  });
});

describe('a subscription', () => {
  test('whose renewals were stopped ends with the paid period', async () => {
    const { id } = await buy();
    await provider.cancelAtPeriodEnd(id);
    const event = last('customer.subscription.updated');
    expect(await eventsFor(event)).toEqual([
      {
        type: 'renewals.stopped',
        id: event.id,
        occurredAt: new Date(event.created * 1000),
        providerSubscriptionId: id,
        endsAt: END,
      },
    ]);
  });

  test('that was stopped in the portal, which sets only the end, ends then', async () => {
    const { subscription, id } = await buy();
    const event = stripe.account.change(subscription, { cancel_at: inSeconds(END) });
    expect(await eventsFor(event!)).toMatchObject([
      { type: 'renewals.stopped', providerSubscriptionId: id, endsAt: END },
    ]);
  });

  test('that resumes is reported, and one with other changes is not', async () => {
    const { subscription, id } = await buy();
    await provider.pause(id);
    expect(await eventsFor(last('customer.subscription.updated'))).toEqual([]);
    await provider.cancelAtPeriodEnd(id);
    const values = { cancel_at: null, cancel_at_period_end: false };
    expect(await eventsFor(stripe.account.change(subscription, values)!)).toMatchObject([
      { type: 'renewals.resumed', providerSubscriptionId: id },
    ]);
    await provider.cancelAtPeriodEnd(id);
    const past = stripe.account.change(subscription, { status: 'past_due' });
    expect(await eventsFor(past!)).toEqual([]);
  });

  test.each([
    ['payment_failed', 'unpaid'],
    ['cancellation_requested', 'provider'],
    ['payment_disputed', 'provider'],
  ])('that ended because of %s ended %s', async (cause, reason) => {
    const { subscription, id } = await buy();
    const event = stripe.account.end(subscription, cause);
    expect(await eventsFor(event)).toEqual([
      {
        type: 'subscription.ended',
        id: event.id,
        occurredAt: new Date(event.created * 1000),
        providerSubscriptionId: id,
        reason,
      },
    ]);
  });

  test('that never started, or was not sold here, has no end event', async () => {
    const { subscription } = await buy();
    const { data, ...event } = stripe.account.end(subscription, 'cancellation_requested');
    for (const other of [{ status: 'incomplete_expired' as const }, { metadata: {} }]) {
      expect(await eventsFor({ ...event, data: { object: { ...data.object, ...other } } })).toEqual(
        [],
      );
    }
  });
});

describe('a refund', () => {
  test('is reported once, when the money was sent', async () => {
    const { paymentId } = await buy();
    await provider.refund(paymentId, 500, randomUUID());
    const event = last('refund.created');
    const { id: refundId } = event.data.object as Stripe.Refund;
    expect(await eventsFor(event)).toEqual([
      {
        type: 'payment.refunded',
        id: event.id,
        occurredAt: new Date(event.created * 1000),
        paymentId,
        refundId,
        amountCents: 500,
      },
    ]);
    const reference = { reference: '1234567', type: 'refund' as const };
    const updated = stripe.account.changeRefund(refundId, {
      destination_details: { card: reference, type: 'card' },
    });
    expect(await eventsFor(updated)).toEqual([]);
  });

  test('that is pending is reported later, and a failed one is not', async () => {
    const { paymentId } = await buy();
    stripe.account.rules.areRefundsPending = true;
    const [goes, fails] = [500, 300].map((amount) => stripe.account.refund(paymentId, amount, {}));
    stripe.account.rules.areRefundsPending = false;
    expect(await eventsFor(last('refund.created'))).toEqual([]);
    expect(
      await eventsFor(stripe.account.changeRefund(goes!.id, { status: 'succeeded' })),
    ).toMatchObject([
      { type: 'payment.refunded', paymentId, refundId: goes!.id, amountCents: 500 },
    ]);
    expect(await eventsFor(stripe.account.changeRefund(fails!.id, { status: 'failed' }))).toEqual(
      [],
    );
  });
});

describe('a dispute', () => {
  test('reverses the payment, and restores it when it is won', async () => {
    const { paymentId } = await buy();
    const opened = stripe.account.dispute(paymentId, 1999);
    const { id: disputeId, evidence_details: evidence } = opened.data.object;
    const occurredAt = new Date(opened.created * 1000);
    const common = { id: opened.id, occurredAt, paymentId, disputeId, amountCents: 1999 };
    expect(await eventsFor(opened)).toEqual([
      { type: 'dispute.opened', ...common },
      {
        type: 'dispute.reported',
        ...common,
        stage: 'dispute',
        status: 'opened',
        providerStatus: 'needs_response',
        reason: 'fraudulent',
        reasonCode: '10.4',
        network: 'visa',
        challengeBy: new Date(evidence.due_by! * 1000),
      },
    ]);
    const won = stripe.account.changeDispute(disputeId, 'won', 'charge.dispute.closed');
    expect(await eventsFor(won)).toMatchObject([
      { type: 'dispute.won', paymentId, disputeId },
      { type: 'dispute.reported', stage: 'dispute', status: 'won' },
    ]);
  });

  test('that is lost moves no further money', async () => {
    const { paymentId } = await buy();
    const { id } = stripe.account.dispute(paymentId, 1999).data.object;
    const lost = stripe.account.changeDispute(id, 'lost', 'charge.dispute.closed');
    expect(await eventsFor(lost)).toMatchObject([{ type: 'dispute.reported', status: 'lost' }]);
  });

  test('that is only an inquiry moves no money until it becomes a dispute', async () => {
    const { paymentId } = await buy();
    const inquiry = stripe.account.dispute(paymentId, 1999, 'warning_needs_response');
    expect(await eventsFor(inquiry)).toMatchObject([
      { type: 'dispute.reported', stage: 'pre_dispute', status: 'opened' },
    ]);
    const { id } = inquiry.data.object;
    const disputed = stripe.account.changeDispute(
      id,
      'needs_response',
      'charge.dispute.funds_withdrawn',
    );
    expect(await eventsFor(disputed)).toMatchObject([
      { type: 'dispute.opened', disputeId: id },
      { type: 'dispute.reported', stage: 'dispute', status: 'opened' },
    ]);
    const closed = stripe.account.changeDispute(id, 'warning_closed', 'charge.dispute.closed');
    expect(await eventsFor(closed)).toMatchObject([
      { type: 'dispute.reported', stage: 'pre_dispute', status: 'cancelled' },
    ]);
  });

  test('is announced by a warning of fraud, which moves no money', async () => {
    const { paymentId } = await buy();
    const { created, api_version } = stripe.account.dispute(paymentId, 1999);
    const warning = {
      id: 'evt_warning',
      object: 'event',
      type: 'radar.early_fraud_warning.created',
      created,
      api_version,
      data: {
        object: {
          id: 'issfr_1',
          object: 'radar.early_fraud_warning',
          actionable: true,
          charge: 'ch_1',
          created,
          fraud_type: 'made_with_stolen_card',
          livemode: false,
          payment_intent: paymentId,
        },
      },
    };
    expect(provider.readWebhook(JSON.stringify(warning))).toMatchObject([
      {
        type: 'dispute.reported',
        paymentId,
        disputeId: 'issfr_1',
        stage: 'pre_dispute',
        status: 'opened',
        reason: 'made_with_stolen_card',
      },
    ]);
  });
});

test('all other events of Stripe are ignored', async () => {
  await buy();
  expect(await eventsFor(last('checkout.session.completed'))).toEqual([]);
  expect(await eventsFor(last('customer.subscription.created'))).toEqual([]);
});

describe('a webhook call', () => {
  const invalid = (message: RegExp) =>
    expect.objectContaining({ code: 'invalid-input', message: expect.stringMatching(message) });

  test('is stored with the payment of the invoice, and otherwise unchanged', async () => {
    const { paid, id } = await buy();
    const call = stripe.webhook(paid);
    const verified = provider.verifyWebhook(call);
    expect(verified.content).toBe(call.body);
    const { content } = await provider.completeWebhook!(verified);
    const { payments, paidCard, ...invoice } = JSON.parse(content).data.object;
    expect(invoice).toEqual(JSON.parse(call.body).data.object);
    expect(payments.data).toMatchObject([
      { status: 'paid', payment: { type: 'payment_intent', payment_intent: expect.any(String) } },
    ]);
    expect(paidCard).toEqual({ hashes: [expect.any(String)], lastFour: '4242' });
    expect(content).not.toContain('fp_');
    expect(provider.readWebhook(content)).toMatchObject([
      { type: 'checkout.completed', cardHashes: paidCard.hashes, cardLastFour: '4242' },
    ]);

    await provider.cancelAtPeriodEnd(id);
    const other = provider.verifyWebhook(stripe.webhook(last('customer.subscription.updated')));
    expect(await provider.completeWebhook!(other)).toBe(other);
  });

  test('waits for Stripe while the payment of the invoice is unavailable', async () => {
    const { paid } = await buy();
    const verified = provider.verifyWebhook(stripe.webhook(paid));
    stripe.state.isBroken = true;
    await expect(provider.completeWebhook!(verified)).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
    stripe.state.isBroken = false;
  });

  test('is rejected without a signature, with a wrong one, and with an old one', async () => {
    const { paid } = await buy();
    const good = stripe.webhook(paid);
    const signedAt = new Date(Date.now() - 6 * MINUTE_MS);
    const calls = [
      { ...good, headers: new Headers() },
      { ...good, headers: new Headers({ 'stripe-signature': 't=1,v1=abc' }) },
      { ...good, body: good.body.replace('1999', '1') },
      stripe.webhook(paid, { secret: 'whsec_another' }),
      stripe.webhook(paid, { signedAt }),
      { ...stripe.webhook(paid), body: '' },
    ];
    for (const call of calls) {
      let error: unknown;
      try {
        provider.verifyWebhook(call);
      } catch (reason) {
        error = reason;
      }
      expect(error).toEqual(invalid(/The signature is not valid/));
      // Anyone can send one: it must not fill the log.
      expect(error).not.toHaveProperty('cause');
    }
  });

  test('of an endpoint with an old API version is rejected, and names the required version', async () => {
    const { paid } = await buy();
    const old = stripe.webhook({ ...paid, api_version: '2025-02-24.acacia' });
    expect(() => provider.verifyWebhook(old)).toThrow(
      /2025-02-24\.acacia\. Create one for 2026-10-28\.endive/,
    );
    expect(() => provider.verifyWebhook(stripe.webhook({ ...paid, api_version: null }))).toThrow(
      /Create one for/,
    );
  });
});
