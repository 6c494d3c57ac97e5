import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { CheckoutOrder, HostedCheckout } from '../payment-provider.ts';
import { refusalOf, type CallStripe } from './stripe-client.ts';

type Params = Stripe.Checkout.SessionCreateParams;
type CheckoutSettings = { publicUrl: string; automaticTax?: boolean };

/** Stripe's shortest checkout, with a minute more for clock differences. */
const SHORTEST_SECONDS = 31 * 60;

/** Opens Stripe's checkout, or finds the one of the same order. */
export async function openStripeCheckout(
  callStripe: CallStripe,
  settings: CheckoutSettings,
  order: CheckoutOrder,
): Promise<HostedCheckout> {
  const params = sessionParams(settings, order);
  if (!order.expiresAt) return createSession(callStripe, order, params);
  const openUntil = (expires_at: number) =>
    createSession(callStripe, order, { ...params, expires_at });
  const end = Math.floor(order.expiresAt.getTime() / 1000);
  try {
    return await openUntil(end);
  } catch (error) {
    // Too little time is left at the first request: use Stripe's shortest time.
    if (refusalOf(error)?.param !== 'expires_at') throw error;
    return openUntil(end + SHORTEST_SECONDS);
  }
}

async function createSession(
  callStripe: CallStripe,
  { checkoutId }: CheckoutOrder,
  params: Params,
): Promise<HostedCheckout> {
  // Stripe returns the same checkout for the same key for a day. A changed order (such as a new
  // name of the influencer) needs another key.
  const content = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const idempotencyKey = `checkout-${checkoutId}-${content}`;
  const { id, url } = await callStripe((stripe) =>
    stripe.checkout.sessions.create(params, { idempotencyKey }),
  );
  if (!url) throw new DomainError('provider-unavailable');
  return { url, providerCheckoutId: id };
}

/** Closes a checkout, unless it has been closed or paid. */
export async function expireStripeCheckout(callStripe: CallStripe, id: string): Promise<void> {
  try {
    await callStripe((stripe) => stripe.checkout.sessions.expire(id));
  } catch (error) {
    if (!refusalOf(error)) throw error;
    const { status } = await callStripe((stripe) => stripe.checkout.sessions.retrieve(id));
    if (status === 'open') throw error;
  }
}

const sessionParams = (
  { publicUrl, automaticTax }: CheckoutSettings,
  { checkoutId, priceCents, influencerName, email, successPath, cancelPath }: CheckoutOrder,
): Params => ({
  mode: 'subscription',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: CURRENCY.toLowerCase(),
        unit_amount: priceCents,
        // The fan pays the price that the product shows.
        ...(automaticTax && { tax_behavior: 'inclusive' }),
        recurring: { interval: 'month' },
        product_data: { name: `Subscription to ${influencerName}` },
      },
    },
  ],
  client_reference_id: checkoutId,
  metadata: { checkoutId },
  // The metadata that counts: each invoice of the subscription has it.
  subscription_data: { metadata: { checkoutId } },
  customer_email: email,
  ...(automaticTax && { automatic_tax: { enabled: true } }),
  allowed_payment_method_types: ['card'],
  // The ledger is in dollars.
  adaptive_pricing: { enabled: false },
  success_url: `${publicUrl}${successPath}`,
  cancel_url: `${publicUrl}${cancelPath}`,
});
