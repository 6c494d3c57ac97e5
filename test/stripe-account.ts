import type { Stripe } from 'stripe';
import { STRIPE_API_VERSION } from '#src/features/money/payments/server/stripe/stripe-client.ts';
import { addMonths } from '#src/lib/dates.ts';
import { makeCustomer, type Sold } from './stripe-checkout.ts';
import { makeInvoice, makeInvoicePayment } from './stripe-invoice.ts';
import { makeDispute, makeRefund } from './stripe-reversals.ts';
import { makeSubscription } from './stripe-subscription.ts';
import { newId, seconds } from './stripe-values.ts';

type EventOf<T extends Stripe.Event['type']> = Extract<Stripe.Event, { type: T }>;
type DataOf<T extends Stripe.Event['type']> = EventOf<T>['data'];

/** What Stripe answers when it refuses: a status and the error of the answer. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: { type: string; message: string; code?: string; param?: string };

  constructor(status: number, message: string, more: { code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.error = { type: 'invalid_request_error', message, ...more };
  }
}

const missing = (thing: string, id: string, param: string) =>
  new StripeRefusal(404, `No such ${thing}: '${id}'`, { code: 'resource_missing', param });

function get<T>(things: Map<string, T>, thing: string, id: string, param = 'id'): T {
  const found = things.get(id);
  if (!found) throw missing(thing, id, param);
  return found;
}

const monthAfter = (start: number): number => seconds(addMonths(new Date(start * 1000), 1));

/** The books of an account at Stripe, and what happens there: by calls of the API, or by itself. */
export function openStripeAccount() {
  const sessions = new Map<string, { session: Stripe.Checkout.Session; sold: Sold }>();
  const customers = new Map<string, Stripe.Customer>();
  const subscriptions = new Map<string, Stripe.Subscription>();
  const invoices = new Map<string, Stripe.Invoice>();
  const payments: Stripe.InvoicePayment[] = [];
  const refunds = new Map<string, Stripe.Refund>();
  const disputes = new Map<string, Stripe.Dispute>();
  /** The events of all that happened, the newest last. */
  const events: Stripe.Event[] = [];
  /** Whether the money of refunds goes later. */
  const rules = { refundsWait: false };

  const now = () => seconds(new Date());

  function tell<T extends Stripe.Event['type']>(
    type: T,
    object: DataOf<T>['object'],
    previous_attributes?: object,
    created = now(),
  ): EventOf<T> {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: STRIPE_API_VERSION,
      created,
      data: {
        object: structuredClone(object),
        ...(previous_attributes && { previous_attributes }),
      },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as EventOf<T>;
    events.push(event);
    return event;
  }

  const emailOf = ({ customer }: Stripe.Subscription) =>
    get(customers, 'customer', customer as string).email!;

  function bill(
    subscription: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    created: number,
  ): Stripe.Invoice {
    const invoice = makeInvoice(subscription, reason, emailOf(subscription), created);
    invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  function pay(invoice: Stripe.Invoice, at = now()): EventOf<'invoice.paid'> {
    Object.assign(invoice, {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status: 'paid',
      status_transitions: { ...invoice.status_transitions, paid_at: at },
    });
    payments.push(makeInvoicePayment(invoice, newId('pi')));
    return tell('invoice.paid', invoice, undefined, at);
  }

  function beginPeriod(subscription: Stripe.Subscription, start: number): void {
    const [item] = subscription.items.data;
    Object.assign(item!, { current_period_start: start, current_period_end: monthAfter(start) });
  }

  function change(
    subscription: Stripe.Subscription,
    values: Partial<Stripe.Subscription>,
  ): EventOf<'customer.subscription.updated'> | null {
    const before = Object.fromEntries(
      Object.entries(values)
        .map(([name]) => [name, subscription[name as keyof Stripe.Subscription]] as const)
        .filter(([name, old]) => old !== values[name as keyof Stripe.Subscription]),
    );
    if (Object.keys(before).length === 0) return null;
    Object.assign(subscription, values);
    return tell('customer.subscription.updated', subscription, before);
  }

  function end(
    subscription: Stripe.Subscription,
    reason: Stripe.Subscription.CancellationDetails.Reason,
  ): EventOf<'customer.subscription.deleted'> {
    Object.assign(subscription, {
      status: 'canceled',
      canceled_at: now(),
      ended_at: now(),
      cancellation_details: { ...subscription.cancellation_details, reason },
    });
    return tell('customer.subscription.deleted', subscription);
  }

  const live = (id: string): Stripe.Subscription => {
    const subscription = get(subscriptions, 'subscription', id);
    if (subscription.status !== 'canceled') return subscription;
    const words = 'A canceled subscription can only update its cancellation_details and metadata.';
    throw new StripeRefusal(400, words);
  };
  const paymentIntentOf = (invoice: string): string =>
    payments.find((payment) => payment.invoice === invoice)!.payment.payment_intent as string;

  return {
    sessions,
    customers,
    subscriptions,
    invoices,
    payments,
    refunds,
    disputes,
    events,
    rules,
    live,
    change,
    end,
    paymentIntentOf,
    find: {
      customer: (id: string) => get(customers, 'customer', id, 'customer'),
      subscription: (id: string) => get(subscriptions, 'subscription', id),
    },
    /** The fan pays on the page of the checkout. */
    payCheckout(sessionId: string, at = now()) {
      const { session, sold } = get(sessions, 'checkout.session', sessionId);
      const customer = makeCustomer(sold.email, at);
      customers.set(customer.id, customer);
      const subscription = makeSubscription(sold, customer.id, [at, monthAfter(at)]);
      subscriptions.set(subscription.id, subscription);
      const paid = pay(bill(subscription, 'subscription_create', at), at);
      Object.assign(session, {
        customer: customer.id,
        invoice: paid.data.object.id,
        payment_status: 'paid',
        status: 'complete',
        subscription: subscription.id,
        url: null,
      });
      tell('customer.subscription.created', subscription, undefined, at);
      tell('checkout.session.completed', session, undefined, at);
      return { subscription, customer, paid };
    },
    /** The next period begins and is paid; while payments are paused its invoice is void. */
    renew(id: string): EventOf<'invoice.paid' | 'invoice.voided'> {
      const subscription = live(id);
      const start = subscription.items.data[0]!.current_period_end;
      beginPeriod(subscription, start);
      const invoice = bill(subscription, 'subscription_cycle', start);
      if (!subscription.pause_collection) return pay(invoice, start);
      Object.assign(invoice, { status: 'void', auto_advance: false });
      return tell('invoice.voided', invoice, undefined, start);
    },
    /** The next period begins, and its payment fails. */
    failRenewal(id: string, nextAttemptAt: Date | null): EventOf<'invoice.payment_failed'> {
      const subscription = live(id);
      const start = subscription.items.data[0]!.current_period_end;
      beginPeriod(subscription, start);
      const invoice = bill(subscription, 'subscription_cycle', start);
      Object.assign(invoice, {
        attempt_count: 1,
        attempted: true,
        next_payment_attempt: nextAttemptAt && seconds(nextAttemptAt),
      });
      change(subscription, { status: 'past_due' });
      return tell('invoice.payment_failed', invoice, undefined, start);
    },
    /** A later attempt at an invoice succeeds. */
    payInvoice(id: string, at = now()): EventOf<'invoice.paid'> {
      const invoice = get(invoices, 'invoice', id);
      const details = invoice.parent!.subscription_details!;
      change(live(details.subscription as string), { status: 'active' });
      return pay(invoice, at);
    },
    /** A new billing day, from now on: the new period is charged at once. */
    restartPeriod(subscription: Stripe.Subscription): EventOf<'invoice.paid'> {
      beginPeriod(subscription, now());
      return pay(bill(subscription, 'subscription_update', now()));
    },
    /** Money goes back, or is on its way. */
    refund(paymentIntent: string, amount: number, metadata: Stripe.Metadata): Stripe.Refund {
      const paid = payments.find(({ payment }) => payment.payment_intent === paymentIntent);
      if (!paid) throw missing('payment_intent', paymentIntent, 'payment_intent');
      const gone = [...refunds.values()]
        .filter((refund) => refund.payment_intent === paymentIntent && refund.status !== 'failed')
        .reduce((sum, refund) => sum + refund.amount, 0);
      const left = paid.amount_paid! - gone;
      if (left === 0) {
        const code = 'charge_already_refunded';
        throw new StripeRefusal(400, 'Charge has already been refunded.', { code });
      }
      if (amount > left) {
        const words = 'Refund amount is greater than unrefunded amount on charge';
        throw new StripeRefusal(400, words, { param: 'amount' });
      }
      const refund = makeRefund(paymentIntent, amount, metadata, now());
      if (rules.refundsWait) refund.status = 'pending';
      refunds.set(refund.id, refund);
      tell('refund.created', refund);
      return refund;
    },
    changeRefund(id: string, values: Partial<Stripe.Refund>): EventOf<'refund.updated'> {
      const refund = get(refunds, 'refund', id);
      const before = Object.keys(values).map((name) => [name, refund[name as keyof Stripe.Refund]]);
      Object.assign(refund, values);
      return tell('refund.updated', refund, Object.fromEntries(before));
    },
    /** A bank takes a payment back, or asks about it. */
    dispute(
      paymentIntent: string,
      amount: number,
      status: Stripe.Dispute.Status = 'needs_response',
    ): EventOf<'charge.dispute.created'> {
      const dispute = makeDispute(paymentIntent, amount, status, now());
      disputes.set(dispute.id, dispute);
      return tell('charge.dispute.created', dispute);
    },
    changeDispute(
      id: string,
      status: Stripe.Dispute.Status,
      type: 'charge.dispute.closed' | 'charge.dispute.funds_withdrawn',
    ): Stripe.Event {
      const dispute = get(disputes, 'dispute', id);
      dispute.status = status;
      return tell(type, dispute);
    },
  };
}

export type StripeAccount = ReturnType<typeof openStripeAccount>;
