import { z } from 'zod';
import { paymentEventSchema, type PaymentEvent } from '../payment-provider.ts';
import { CURRENCY_CODE, PERIOD_DAYS } from './ccbill-checkout.ts';
import { digestOrder, isSameText } from './ccbill-digests.ts';

const PERIOD_MS = PERIOD_DAYS * 24 * 60 * 60 * 1000;

const cents = z
  .string()
  .regex(/^\d{1,7}(?:\.\d{1,2})?$/)
  .transform((text) => {
    const [whole, fraction = ''] = text.split('.');
    return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  });
const currency = z.literal(CURRENCY_CODE);
/** Noon of a day without a time, so that it is the same day in nearly every time zone. */
const day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date())
  .transform((text) => new Date(`${text}T12:00:00Z`));
const reference = z.string().min(1).max(40);

const callSchema = z.object({
  receivedAt: z.coerce.date(),
  eventType: z.string(),
  timestamp: z.string().optional(),
});
const subscriptionSchema = z.object({ subscriptionId: reference });
const cardSchema = z.object({
  last4: z.string().optional().catch(undefined),
  billingCountry: z.string().optional().catch(undefined),
});
const saleSchema = subscriptionSchema.extend({
  transactionId: reference,
  billedInitialPrice: cents,
  billedCurrencyCode: currency,
  subscriptionInitialPrice: cents,
  subscriptionRecurringPrice: cents,
  subscriptionCurrencyCode: currency,
  nextRenewalDate: day,
  'X-checkoutId': z.uuid(),
  'X-checkoutDigest': z.string(),
});
const renewalSchema = subscriptionSchema.extend({
  transactionId: reference,
  billedAmount: cents,
  billedCurrencyCode: currency,
  renewalDate: day.optional(),
  nextRenewalDate: day,
});
const failureSchema = subscriptionSchema.extend({
  renewalDate: day,
  nextRetryDate: day.nullish(),
});
const reversalSchema = z.object({
  transactionId: reference,
  amount: cents,
  currencyCode: currency,
});

/**
 * The events of a verified call.
 * @throws Error if a required value is missing or invalid, or if the price is not that of the order
 */
export function readCcbillEvents(content: string, salt: string): PaymentEvent[] {
  const values: unknown = JSON.parse(content);
  const { receivedAt, eventType, timestamp } = callSchema.parse(values);
  const event = readEvent(eventType, values, { occurredAt: timeOf(timestamp, receivedAt), salt });
  return event ? [paymentEventSchema.parse(event)] : [];
}

/** CCBill's times are those of Arizona, its seat; no event is later than its arrival. */
function timeOf(timestamp: string | undefined, receivedAt: Date): Date {
  const at = timestamp ? new Date(`${timestamp.replace(' ', 'T')}-07:00`) : receivedAt;
  if (Number.isNaN(at.getTime())) throw new Error('The time of the event is invalid');
  return at < receivedAt ? at : receivedAt;
}

type Context = { occurredAt: Date; salt: string };

function readEvent(eventType: string, values: unknown, context: Context): object | null {
  const { occurredAt } = context;
  const about = () => {
    const { subscriptionId } = subscriptionSchema.parse(values);
    const id = `${eventType}:${subscriptionId}:${occurredAt.toISOString()}`;
    return { id, occurredAt, providerSubscriptionId: subscriptionId };
  };
  switch (eventType) {
    case 'NewSaleSuccess':
      return readSale(values, context);
    case 'RenewalSuccess':
      return readRenewal(values, context);
    case 'RenewalFailure':
      return { type: 'renewal.failed', ...about(), ...readFailure(values) };
    case 'Cancellation':
      return { type: 'renewals.stopped', endsAt: null, ...about() };
    case 'UserReactivation':
      return { type: 'renewals.resumed', ...about() };
    case 'Expiration':
      return { type: 'subscription.ended', reason: 'provider', ...about() };
    case 'Refund':
    case 'Void': {
      const { reference: refundId, ...taken } = readReversal(eventType, values, context);
      return { type: 'payment.refunded', refundId, ...taken };
    }
    // A Return is a direct debit that the bank takes back.
    case 'Chargeback':
    case 'Return': {
      const { reference: disputeId, ...taken } = readReversal(eventType, values, context);
      return { type: 'dispute.opened', disputeId, ...taken };
    }
    // Failed sales, and changes of plans, days and contact data.
    default:
      return null;
  }
}

function readSale(values: unknown, { occurredAt, salt }: Context) {
  // The account may sell other products as well.
  if (!z.object({ 'X-checkoutId': z.uuid() }).safeParse(values).success) return null;
  const sale = saleSchema.parse(values);
  const { transactionId, subscriptionInitialPrice: priceCents, 'X-checkoutId': checkoutId } = sale;
  const price = (priceCents / 100).toFixed(2);
  const isOrdered =
    isSameText(sale['X-checkoutDigest'], digestOrder(checkoutId, price, salt)) &&
    sale.subscriptionRecurringPrice === priceCents &&
    sale.billedInitialPrice >= priceCents;
  if (!isOrdered) throw new Error('The price is not that of the order: refund the sale at CCBill');
  return {
    type: 'checkout.completed',
    id: `NewSaleSuccess:${transactionId}`,
    checkoutId,
    occurredAt,
    providerSubscriptionId: sale.subscriptionId,
    paymentId: transactionId,
    amountCents: sale.billedInitialPrice,
    ...periodUntil(sale.nextRenewalDate, occurredAt),
    ...readCard(values),
  };
}

function readRenewal(values: unknown, { occurredAt }: Context) {
  const renewal = renewalSchema.parse(values);
  const { transactionId, nextRenewalDate, renewalDate } = renewal;
  return {
    type: 'renewal.paid',
    id: `RenewalSuccess:${transactionId}`,
    occurredAt,
    providerSubscriptionId: renewal.subscriptionId,
    paymentId: transactionId,
    amountCents: renewal.billedAmount,
    ...periodUntil(nextRenewalDate, renewalDate),
    ...readCard(values),
  };
}

function readCard(values: unknown) {
  const { last4: cardLastFour, billingCountry } = cardSchema.parse(values);
  return { cardLastFour, billingCountry };
}

/** The period until the next charge; it began 30 days earlier unless another start is known. */
function periodUntil(periodEnd: Date, startedAt?: Date) {
  const isKnown = startedAt && startedAt < periodEnd;
  const periodStart = isKnown ? startedAt : new Date(periodEnd.getTime() - PERIOD_MS);
  return { periodStart, periodEnd };
}

function readFailure(values: unknown) {
  const { renewalDate: periodStart, nextRetryDate } = failureSchema.parse(values);
  const periodEnd = new Date(periodStart.getTime() + PERIOD_MS);
  return { periodStart, periodEnd, nextAttemptAt: nextRetryDate ?? null };
}

/** A payment may be reversed in parts: the time distinguishes them. */
function readReversal(eventType: string, values: unknown, { occurredAt }: Context) {
  const { transactionId: paymentId, amount: amountCents } = reversalSchema.parse(values);
  const id = `${eventType}:${paymentId}:${occurredAt.toISOString()}`;
  return { reference: id, id, occurredAt, paymentId, amountCents };
}
