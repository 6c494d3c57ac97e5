import type { Stripe } from 'stripe';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { CheckoutOrder, HostedCheckout } from '../payment-provider.ts';
import { keyOf, refusalOf, type CallStripe } from './stripe-client.ts';
import { saveProduct } from './stripe-product.ts';

type Params = Stripe.Checkout.SessionCreateParams;

/** Stripe's shortest checkout, with a minute more for clock differences. */
const SHORTEST_SECONDS = 31 * 60;

export type CheckoutOptions = {
  publicUrl: string;
  statementDescriptor?: string | undefined;
  /** Whether Stripe Tax calculates the tax that the price contains. */
  automaticTax?: boolean;
};

/** Opens Stripe's checkout, or finds the one of the same order. */
export async function openStripeCheckout(
  callStripe: CallStripe,
  options: CheckoutOptions,
  order: CheckoutOrder,
): Promise<HostedCheckout> {
  const product = await saveProduct(callStripe, order, options.statementDescriptor);
  const params = sessionParams(options, product, order);
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
  { checkoutId, influencerName }: CheckoutOrder,
  params: Params,
): Promise<HostedCheckout> {
  // A page shows the name that the product had when it was opened.
  const idempotencyKey = keyOf(`checkout-${checkoutId}`, { ...params, influencerName });
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
  { publicUrl, automaticTax }: CheckoutOptions,
  product: string,
  { checkoutId, priceCents, customerId, successPath, cancelPath }: CheckoutOrder,
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
        product,
      },
    },
  ],
  client_reference_id: checkoutId,
  metadata: { checkoutId },
  // The metadata that counts: each invoice of the subscription has it.
  subscription_data: { metadata: { checkoutId } },
  customer: customerId!,
  // Stripe Tax needs the fan's address, which the checkout asks for and stores.
  ...(automaticTax && {
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto' },
  }),
  // The fan may agree to save the card for later purchases, and pay with a saved one.
  saved_payment_method_options: { payment_method_save: 'enabled' },
  allowed_payment_method_types: ['card'],
  // The ledger is in dollars.
  adaptive_pricing: { enabled: false },
  success_url: `${publicUrl}${successPath}`,
  cancel_url: `${publicUrl}${cancelPath}`,
});
