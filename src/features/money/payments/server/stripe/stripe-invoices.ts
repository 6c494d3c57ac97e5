import type { Stripe } from 'stripe';
import { idOf } from './stripe-client.ts';

/** The reasons of invoices that start a period; a pause ends with an update. */
const PERIOD_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update'];

/** The card that paid an invoice, as `completeStripeEvent` adds it. */
export type PaidCard = { hashes: string[]; lastFour: string | null };

/** Whether an invoice is for a period of a subscription that was bought here. */
export function isOfPeriod(invoice: Stripe.Invoice): boolean {
  return readPeriod(invoice) !== null;
}

/**
 * The period of an invoice, and the checkout of its subscription; null for any other invoice.
 * @throws Error if the invoice is for a subscription but cannot be read
 */
export function readPeriod(invoice: Stripe.Invoice) {
  if (!PERIOD_REASONS.includes(invoice.billing_reason ?? '')) return null;
  const details = invoice.parent?.subscription_details;
  const providerSubscriptionId = idOf(details?.subscription);
  if (!details || !providerSubscriptionId) {
    throw new Error(`the invoice ${invoice.id} names no subscription`);
  }
  const checkoutId = details.metadata?.checkoutId;
  // Sold manually in Stripe's dashboard, or by another product on the same account.
  if (!checkoutId) return null;
  const [line] = invoice.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .toSorted((one, other) => other.period.end - one.period.end);
  if (!line) return null;
  return {
    checkoutId,
    isFirst: invoice.billing_reason === 'subscription_create',
    period: {
      providerSubscriptionId,
      periodStart: instant(line.period.start),
      periodEnd: instant(line.period.end),
    },
  };
}

/** The payment reference of an invoice, to which refunds and disputes refer. */
export function paymentIdOf(invoice: Stripe.Invoice): string {
  if (!invoice.payments) throw new Error(`the invoice ${invoice.id} came without its payments`);
  const paid = invoice.payments.data.filter(({ status }) => status === 'paid');
  const intents = paid.map(({ payment }) => idOf(payment.payment_intent));
  // Paid from credit or outside of Stripe: it cannot be refunded or disputed there.
  return intents.find((id) => id !== null) ?? invoice.id;
}

/** Converts Stripe's seconds since 1970. */
export function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}
