import type { Stripe } from 'stripe';
import { STRIPE_API_VERSION } from '#src/features/money/payments/server/stripe/stripe-client.ts';
import { StripeRefusal } from '#src/features/money/payments/server/stripe/stripe-form.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { makeCard, type Sold } from './stripe-checkout.ts';
import { makeInvoice, makeInvoicePayment } from './stripe-invoice.ts';
import { makeDispute, makeRefund } from './stripe-reversals.ts';
import { makeSubscription } from './stripe-subscription.ts';
import { newId, seconds } from './stripe-values.ts';

type EventOf<T extends Stripe.Event['type']> = Extract<Stripe.Event, { type: T }>;
type DataOf<T extends Stripe.Event['type']> = EventOf<T>['data'];

const missing = (kind: string, id: string, param: string) =>
  new StripeRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

function get<T>(records: Map<string, T>, kind: string, id: string, param = 'id'): T {
  const found = records.get(id);
  if (!found) throw missing(kind, id, param);
  return found;
}

const monthAfter = (start: number): number => seconds(addMonths(new Date(start * 1000), 1));

/** Opens a simulated Stripe account with its records, and with actions that Stripe or customers trigger. */
export function openStripeAccount() {
  const sessions = new Map<string, { session: Stripe.Checkout.Session; sold: Sold }>();
  const customers = new Map<string, Stripe.Customer>();
  const cards = new Map<string, Stripe.PaymentMethod>();
  const products = new Map<string, Stripe.Product>();
  const subscriptions = new Map<string, Stripe.Subscription>();
  const invoices = new Map<string, Stripe.Invoice>();
  const payments: Stripe.InvoicePayment[] = [];
  const refunds = new Map<string, Stripe.Refund>();
  const disputes = new Map<string, Stripe.Dispute>();
  /** What Stripe charges for other services. */
  const serviceFees: { id: string; cents: number; created: number }[] = [];
  /** All events, the newest last. */
  const events: Stripe.Event[] = [];
  /** Whether refunds stay pending, and what happens to charges of saved cards. */
  const rules = {
    areRefundsPending: false,
    balanceCurrency: 'usd',
    /** How many objects a page of a list has. */
    pageSize: 100,
    savedCards: 'pay' as 'pay' | 'decline' | 'authenticate',
    /** The card of all payments; each has a card of its own if null. */
    cardFingerprint: null as string | null,
  };

  const now = () => seconds(new Date());

  function emit<T extends Stripe.Event['type']>(
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

  function createInvoice(
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
    return emit('invoice.paid', invoice, undefined, at);
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
    return emit('customer.subscription.updated', subscription, before);
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
    return emit('customer.subscription.deleted', subscription);
  }

  /** A subscription begins and is paid. */
  function sell(sold: Sold, at = now()) {
    const subscription = makeSubscription(sold, [at, monthAfter(at)]);
    subscriptions.set(subscription.id, subscription);
    const paid = pay(createInvoice(subscription, 'subscription_create', at), at);
    emit('customer.subscription.created', subscription, undefined, at);
    return { subscription, paid };
  }

  const getLive = (id: string): Stripe.Subscription => {
    const subscription = get(subscriptions, 'subscription', id);
    if (subscription.status !== 'canceled') return subscription;
    const message =
      'A canceled subscription can only update its cancellation_details and metadata.';
    throw new StripeRefusal(400, message);
  };
  const paymentIntentOf = (invoice: string): string =>
    payments.find((payment) => payment.invoice === invoice)!.payment.payment_intent as string;

  return {
    sessions,
    customers,
    cards,
    products,
    subscriptions,
    invoices,
    payments,
    refunds,
    disputes,
    serviceFees,
    events,
    rules,
    getLive,
    change,
    end,
    paymentIntentOf,
    find: {
      customer: (id: string) => get(customers, 'customer', id, 'customer'),
      subscription: (id: string) => get(subscriptions, 'subscription', id),
      dispute: (id: string) => get(disputes, 'dispute', id),
      product: (id: string) => get(products, 'product', id),
    },
    sell,
    /** The fan pays on the checkout page with a new card. */
    payCheckout(sessionId: string, at = now(), { savesCard = false } = {}) {
      const { session, sold } = get(sessions, 'checkout.session', sessionId);
      const card = makeCard(sold.customer, savesCard ? 'always' : 'limited');
      cards.set(card.id, card);
      const { subscription, paid } = sell({ ...sold, card: card.id }, at);
      Object.assign(session, {
        customer: sold.customer,
        invoice: paid.data.object.id,
        payment_status: 'paid',
        status: 'complete',
        subscription: subscription.id,
        url: null,
      });
      emit('checkout.session.completed', session, undefined, at);
      return { subscription, customer: get(customers, 'customer', sold.customer), paid };
    },
    /** The next period begins and is paid; while collection is paused, its invoice is void. */
    renew(id: string): EventOf<'invoice.paid' | 'invoice.voided'> {
      const subscription = getLive(id);
      const start = subscription.items.data[0]!.current_period_end;
      beginPeriod(subscription, start);
      const invoice = createInvoice(subscription, 'subscription_cycle', start);
      if (!subscription.pause_collection) return pay(invoice, start);
      Object.assign(invoice, { status: 'void', auto_advance: false });
      return emit('invoice.voided', invoice, undefined, start);
    },
    /** The next period begins, and its payment fails. */
    failRenewal(id: string, nextAttemptAt: Date | null): EventOf<'invoice.payment_failed'> {
      const subscription = getLive(id);
      const start = subscription.items.data[0]!.current_period_end;
      beginPeriod(subscription, start);
      const invoice = createInvoice(subscription, 'subscription_cycle', start);
      Object.assign(invoice, {
        attempt_count: 1,
        attempted: true,
        next_payment_attempt: nextAttemptAt && seconds(nextAttemptAt),
      });
      change(subscription, { status: 'past_due' });
      return emit('invoice.payment_failed', invoice, undefined, start);
    },
    /** The bank wants the customer to authenticate an invoice. */
    requireAction(id: string): EventOf<'invoice.payment_action_required'> {
      return emit('invoice.payment_action_required', get(invoices, 'invoice', id));
    },
    /** A later attempt at an invoice succeeds. */
    payInvoice(id: string, at = now()): EventOf<'invoice.paid'> {
      const invoice = get(invoices, 'invoice', id);
      const details = invoice.parent!.subscription_details!;
      change(getLive(details.subscription as string), { status: 'active' });
      return pay(invoice, at);
    },
    /** Moves the billing day to today: a new period begins and is charged immediately. */
    restartPeriod(subscription: Stripe.Subscription): EventOf<'invoice.paid'> {
      beginPeriod(subscription, now());
      return pay(createInvoice(subscription, 'subscription_update', now()));
    },
    /** Refunds a payment, immediately or pending. */
    refund(paymentIntent: string, amount: number, metadata: Stripe.Metadata): Stripe.Refund {
      const paid = payments.find(({ payment }) => payment.payment_intent === paymentIntent);
      if (!paid) throw missing('payment_intent', paymentIntent, 'payment_intent');
      const refundedCents = [...refunds.values()]
        .filter((refund) => refund.payment_intent === paymentIntent && refund.status !== 'failed')
        .reduce((sum, refund) => sum + refund.amount, 0);
      const remainingCents = paid.amount_paid! - refundedCents;
      if (remainingCents === 0) {
        const code = 'charge_already_refunded';
        throw new StripeRefusal(400, 'Charge has already been refunded.', { code });
      }
      if (amount > remainingCents) {
        const message = 'Refund amount is greater than unrefunded amount on charge';
        throw new StripeRefusal(400, message, { param: 'amount' });
      }
      const refund = makeRefund(paymentIntent, amount, metadata, now());
      if (rules.areRefundsPending) refund.status = 'pending';
      refunds.set(refund.id, refund);
      emit('refund.created', refund);
      return refund;
    },
    changeRefund(id: string, values: Partial<Stripe.Refund>): EventOf<'refund.updated'> {
      const refund = get(refunds, 'refund', id);
      const before = Object.keys(values).map((name) => [name, refund[name as keyof Stripe.Refund]]);
      Object.assign(refund, values);
      return emit('refund.updated', refund, Object.fromEntries(before));
    },
    /** A bank does not accept the money of a refund. */
    failRefund(id: string, failure_reason: string): EventOf<'refund.failed'> {
      const refund = get(refunds, 'refund', id);
      Object.assign(refund, { status: 'failed', failure_reason });
      return emit('refund.failed', refund);
    },
    /** A bank opens a dispute or an inquiry. */
    dispute(
      paymentIntent: string,
      amount: number,
      status: Stripe.Dispute.Status = 'needs_response',
    ): EventOf<'charge.dispute.created'> {
      const dispute = makeDispute(paymentIntent, amount, status, now());
      disputes.set(dispute.id, dispute);
      return emit('charge.dispute.created', dispute);
    },
    changeDispute(
      id: string,
      status: Stripe.Dispute.Status,
      type: 'charge.dispute.closed' | 'charge.dispute.funds_withdrawn' | 'charge.dispute.updated',
    ): Stripe.Event {
      const dispute = get(disputes, 'dispute', id);
      dispute.status = status;
      return emit(type, dispute);
    },
  };
}

export type StripeAccount = ReturnType<typeof openStripeAccount>;
