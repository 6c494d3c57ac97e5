import type { Stripe } from 'stripe';
import { isUuid } from '#src/lib/uuid.ts';
import { paymentEventSchema, type PaymentEvent } from '../payment-provider.ts';
import { idOf } from './stripe-client.ts';
import { reportDispute, reportWarning } from './stripe-disputes.ts';
import { instant, paymentIdOf, readPeriod, type PaidCard } from './stripe-invoices.ts';

type Common = Pick<PaymentEvent, 'id' | 'occurredAt'>;
type DataOf<T> = Extract<Stripe.Event, { type: T }>['data'];
type Read = PaymentEvent | null;
type Reader<Data> = (data: Data, common: Common) => Read | Read[];

/** The events that the webhook endpoint must send. */
const READERS: { [T in Stripe.Event['type']]?: Reader<DataOf<T>> } = {
  'invoice.paid': ({ object }, common) => readPaid(object, common),
  'invoice.payment_failed': ({ object }, common) => readFailed(object, common),
  'invoice.payment_action_required': ({ object }, common) => readActionRequired(object, common),
  'customer.subscription.updated': (data, common) => readRenewals(data, common),
  'customer.subscription.deleted': ({ object }, common) => readEnded(object, common),
  'refund.created': ({ object }, common) => readRefund(object, common),
  // Also sent when a bank adds its reference to a refund that was reported before.
  'refund.updated': ({ object, previous_attributes: before }, common) =>
    before?.status ? readRefund(object, common) : null,
  'refund.failed': ({ object }, common) => readFailedRefund(object, common),
  'charge.dispute.created': ({ object }, common) => [
    isInquiry(object) ? null : readDispute(object, common),
    reportDispute(object, common),
  ],
  'charge.dispute.updated': ({ object }, common) => reportDispute(object, common),
  // Reports an inquiry that became a dispute.
  'charge.dispute.funds_withdrawn': ({ object }, common) => [
    readDispute(object, common),
    reportDispute(object, common),
  ],
  'charge.dispute.closed': ({ object }, common) => [
    readClosedDispute(object, common),
    reportDispute(object, common),
  ],
  'radar.early_fraud_warning.created': ({ object }, common) => reportWarning(object, common),
  'radar.early_fraud_warning.updated': ({ object }, common) => reportWarning(object, common),
};

/**
 * The product's events for a stored event of Stripe; none if it is irrelevant.
 * @throws Error if it is relevant but cannot be read
 */
export function readStripeEvent(content: string): PaymentEvent[] {
  const { id, type, created, data } = JSON.parse(content) as Stripe.Event;
  const read = READERS[type] as Reader<Stripe.Event['data']> | undefined;
  const events = [read?.(data, { id, occurredAt: instant(created) })].flat();
  return events.filter(Boolean).map((event) => paymentEventSchema.parse(event));
}

/** An invoice that was paid, at once or by a later attempt. */
function readPaid(invoice: Stripe.Invoice, common: Common): PaymentEvent | null {
  const read = readPeriod(invoice);
  if (!read) return null;
  const { checkoutId, isFirst, period } = read;
  const amountCents = invoice.amount_paid;
  const paymentId = paymentIdOf(invoice);
  const paid = { ...common, ...period, amountCents, paymentId, ...readReceipt(invoice) };
  if (!isFirst) return { type: 'renewal.paid', ...paid };
  const providerCustomerId = idOf(invoice.customer);
  return { type: 'checkout.completed', checkoutId, providerCustomerId, ...paid };
}

/** What the fan's invoice says; tax only if Stripe Tax calculated it. */
function readReceipt(invoice: Stripe.Invoice & { paidCard?: PaidCard }) {
  const { automatic_tax, total_taxes, customer_address, statement_descriptor } = invoice;
  const taxCents = (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const { paidCard } = invoice;
  return {
    ...(paidCard && { cardHashes: paidCard.hashes, cardLastFour: paidCard.lastFour }),
    ...(automatic_tax?.enabled && { taxCents }),
    ...(customer_address?.country && { billingCountry: customer_address.country }),
    ...(statement_descriptor && { statementDescriptor: statement_descriptor }),
  };
}

function readFailed(invoice: Stripe.Invoice, common: Common): PaymentEvent | null {
  const read = readPeriod(invoice);
  // The checkout page shows a failed first payment.
  if (!read || read.isFirst) return null;
  const { next_payment_attempt: next, amount_due: amountCents } = invoice;
  const nextAttemptAt = next === null ? null : instant(next);
  return { type: 'renewal.failed', ...common, ...read.period, amountCents, nextAttemptAt };
}

/** A renewal that the fan has to authenticate, on Stripe's page of the invoice. */
function readActionRequired(invoice: Stripe.Invoice, common: Common): PaymentEvent | null {
  const read = readPeriod(invoice);
  const { hosted_invoice_url: url, amount_due: amountCents } = invoice;
  // The hosted checkout authenticates the first payment.
  if (!read || read.isFirst || !url) return null;
  return { type: 'renewal.action-required', ...common, ...read.period, amountCents, url };
}

/** Whether a subscription was bought here, and not by another product on the same account. */
export function isSoldHere({ metadata }: Stripe.Subscription): boolean {
  return Boolean(metadata.checkoutId);
}

/** The portal sets only the time of the end; the dashboard and the product set the flag. */
function readRenewals(
  {
    object: subscription,
    previous_attributes: before,
  }: Stripe.CustomerSubscriptionUpdatedEvent.Data,
  common: Common,
): PaymentEvent | null {
  const { id, cancel_at, cancel_at_period_end, items } = subscription;
  const hasChanged = before?.cancel_at !== undefined || before?.cancel_at_period_end !== undefined;
  if (!hasChanged || !isSoldHere(subscription)) return null;
  const stops = cancel_at !== null || cancel_at_period_end;
  if (!stops) return { type: 'renewals.resumed', ...common, providerSubscriptionId: id };
  // A changed end date is no new stop.
  const paidUntil = Math.max(...items.data.map((item) => item.current_period_end));
  return {
    type: 'renewals.stopped',
    ...common,
    providerSubscriptionId: id,
    endsAt: instant(cancel_at ?? paidUntil),
  };
}

function readEnded(subscription: Stripe.Subscription, common: Common): PaymentEvent | null {
  const { id, status, cancellation_details: details } = subscription;
  // A checkout whose first payment never succeeded: there is no subscription here.
  if (status === 'incomplete_expired' || !isSoldHere(subscription)) return null;
  const reason = details?.reason === 'payment_failed' ? 'unpaid' : 'provider';
  return { type: 'subscription.ended', ...common, providerSubscriptionId: id, reason };
}

/** A refund whose money was sent. */
function readRefund(refund: Stripe.Refund, common: Common): PaymentEvent | null {
  const { id: refundId, amount: amountCents, status } = refund;
  const paymentId = idOf(refund.payment_intent);
  if (status !== 'succeeded' || !paymentId) return null;
  return { type: 'payment.refunded', ...common, paymentId, refundId, amountCents };
}

/** A refund that failed, also days after its money was sent. */
function readFailedRefund(refund: Stripe.Refund, common: Common): PaymentEvent | null {
  const paymentId = idOf(refund.payment_intent);
  if (!paymentId) return null;
  const { id: refundId, metadata, failure_reason: reason } = refund;
  const key = metadata?.refundKey;
  const refundKey = key && isUuid(key) ? key : null;
  return { type: 'refund.failed', ...common, paymentId, refundId, refundKey, reason };
}

/** A bank's inquiry, or a dispute that was prevented: no money is reversed. */
export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_') || status === 'prevented';
}

function readDispute(dispute: Stripe.Dispute, common: Common): PaymentEvent | null {
  const { id: disputeId, amount: amountCents } = dispute;
  const paymentId = idOf(dispute.payment_intent);
  if (!paymentId) return null;
  return { type: 'dispute.opened', ...common, paymentId, disputeId, amountCents };
}

/** A lost dispute changes nothing: the money was reversed when it was opened. */
function readClosedDispute(dispute: Stripe.Dispute, common: Common): PaymentEvent | null {
  const paymentId = idOf(dispute.payment_intent);
  if (dispute.status !== 'won' || !paymentId) return null;
  return { type: 'dispute.won', ...common, paymentId, disputeId: dispute.id };
}
