import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import { newId, seconds } from './stripe-values.ts';

/** The subscription that a checkout sold. */
export type Sold = {
  checkoutId: string;
  priceCents: number;
  name: string;
  customer: string;
  /** The card of a purchase without the hosted checkout; a new one otherwise. */
  card?: string;
};

export function makeSession(
  sold: Sold,
  addresses: { success_url: string; cancel_url: string },
  { created, expires_at }: { created: number; expires_at: number },
): Stripe.Checkout.Session {
  const id = `cs_test_${randomBytes(24).toString('hex')}`;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: sold.priceCents,
    amount_total: sold.priceCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: addresses.cancel_url,
    client_reference_id: sold.checkoutId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_details: null,
    customer_creation: null,
    customer_email: null,
    discounts: null,
    expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: { checkoutId: sold.checkoutId },
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: addresses.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    wallet_options: null,
  };
}

export function makeCustomer(
  { email, metadata }: { email: string; metadata: Stripe.Metadata },
  created: number,
): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created,
    currency: 'usd',
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_prefix: 'NXQF4TBA',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: null,
    next_invoice_sequence: 2,
    phone: null,
    preferred_locales: ['en'],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/** A card of a customer; `always` if the customer agreed to save it. */
export function makeCard(
  customer: string,
  allow_redisplay: 'always' | 'limited',
): Stripe.PaymentMethod {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay,
    card,
    created: seconds(new Date()),
    customer,
    type: 'card',
  } as unknown as Stripe.PaymentMethod;
}
