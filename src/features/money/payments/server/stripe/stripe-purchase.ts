import type { Stripe } from 'stripe';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import type { CheckoutOrder, SavedCardOutcome } from '../payment-provider.ts';
import type { CheckoutOptions } from './stripe-checkout.ts';
import { declineOf, keyOf, type CallStripe } from './stripe-client.ts';
import { saveProduct } from './stripe-product.ts';

type Purchase = {
  order: CheckoutOrder & { customerId: string };
  cardId: string;
  options: Pick<CheckoutOptions, 'statementDescriptor' | 'automaticTax'>;
};

const AUTHENTICATION_CODES = [
  'authentication_required',
  'subscription_payment_intent_requires_action',
];

/**
 * Creates the subscription of an order and charges a saved card. If that fails, Stripe creates
 * nothing, so the fan can pay on the hosted checkout instead.
 */
export async function payWithSavedCard(
  callStripe: CallStripe,
  { order, cardId, options }: Purchase,
): Promise<SavedCardOutcome> {
  const product = await saveProduct(callStripe, order, options.statementDescriptor);
  const { checkoutId, customerId, priceCents } = order;
  const params: Stripe.SubscriptionCreateParams = {
    customer: customerId,
    default_payment_method: cardId,
    items: [
      {
        price_data: {
          currency: CURRENCY.toLowerCase(),
          unit_amount: priceCents,
          ...(options.automaticTax && { tax_behavior: 'inclusive' }),
          recurring: { interval: 'month' },
          product,
        },
      },
    ],
    // Each invoice of the subscription has it.
    metadata: { checkoutId },
    ...(options.automaticTax && { automatic_tax: { enabled: true } }),
    payment_behavior: 'error_if_incomplete',
  };
  try {
    await callStripe(({ subscriptions }) =>
      subscriptions.create(params, { idempotencyKey: keyOf(`purchase-${checkoutId}`, params) }),
    );
    return 'paid';
  } catch (error) {
    const decline = declineOf(error);
    if (!decline) throw error;
    return AUTHENTICATION_CODES.includes(decline.code ?? '') ? 'authentication' : 'declined';
  }
}
