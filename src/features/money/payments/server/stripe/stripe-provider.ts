import type { Stripe } from 'stripe';
import { DomainError } from '#src/lib/problem.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { StripeConfig } from '#src/platform/config/payments-config.ts';
import { hashCard } from '../card-hashes.ts';
import type { PaymentProvider, ProviderSubscription } from '../payment-provider.ts';
import {
  expireStripeCheckout,
  openStripeCheckout,
  type CheckoutOptions,
} from './stripe-checkout.ts';
import { idOf, openStripe, refusalOf, type CallStripe } from './stripe-client.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { readStripeEvent } from './stripe-events.ts';
import { stripeEvidence } from './stripe-evidence.ts';
import { stripeFees } from './stripe-fees.ts';
import { stripeRecords } from './stripe-records.ts';
import { refundPayment } from './stripe-refunds.ts';
import { completeStripeEvent, verifyStripeWebhook } from './stripe-webhook.ts';

export type StripeOptions = Omit<StripeConfig, 'kind'> & CheckoutOptions & { secrets: Secrets };

/** Stripe: Checkout, Billing and the customer portal. */
export function createStripeProvider(options: StripeOptions, timeoutMs?: number): PaymentProvider {
  const { publicUrl, webhookSecret, feesSince, secrets } = options;
  const { stripe, callStripe } = openStripe(options, timeoutMs);
  return {
    name: 'stripe',
    customers: stripeCustomers(callStripe, options),
    createCheckout: (order) => openStripeCheckout(callStripe, options, order),
    expireCheckout: (id) => expireStripeCheckout(callStripe, id),
    cancelAtPeriodEnd: (id) =>
      changeUnlessEnded(callStripe, id, (all) => all.update(id, { cancel_at_period_end: true })),
    resumeRenewals: (id) => resumeUnlessEnded(callStripe, id, () => resumeRenewals(callStripe, id)),
    cancelNow: (id) => changeUnlessEnded(callStripe, id, (all) => all.cancel(id)),
    changePrice: (id, priceCents) =>
      changeUnlessEnded(callStripe, id, () => changePrice(callStripe, id, priceCents)),
    // The invoices of the pause are void: nobody is charged for it later.
    pause: (id) =>
      changeUnlessEnded(callStripe, id, (all) =>
        all.update(id, { pause_collection: { behavior: 'void' } }),
      ),
    resume: (id) => resumeUnlessEnded(callStripe, id, () => resume(callStripe, id)),
    refund: (paymentId, amountCents, refundKey) =>
      refundPayment(callStripe, { paymentId, amountCents, refundKey }),
    paymentMethodPage: (subscription, returnPath) =>
      openPaymentMethodPage(callStripe, subscription, `${publicUrl}${returnPath}`),
    disputeEvidence: stripeEvidence(callStripe),
    verifyWebhook: (webhook) => verifyStripeWebhook(stripe, webhookSecret, webhook),
    completeWebhook: (webhook) =>
      completeStripeEvent(
        { callStripe, hashCard: (fingerprint) => hashCard(secrets, 'stripe', fingerprint) },
        webhook,
      ),
    records: stripeRecords(callStripe),
    ...(feesSince && { fees: stripeFees(callStripe, feesSince) }),
    readWebhook: readStripeEvent,
  };
}

const OVER = ['canceled', 'incomplete_expired'];

/** Whether a change was rejected because the subscription has ended. */
async function isOver(callStripe: CallStripe, id: string, error: unknown): Promise<boolean> {
  if (!refusalOf(error)) return false;
  const { status } = await callStripe(({ subscriptions }) => subscriptions.retrieve(id));
  return OVER.includes(status);
}

/** Changes a subscription; does nothing if it has ended, as nothing is charged. */
async function changeUnlessEnded(
  callStripe: CallStripe,
  id: string,
  change: (subscriptions: Stripe['subscriptions']) => Promise<unknown>,
): Promise<void> {
  try {
    await callStripe(({ subscriptions }) => change(subscriptions));
  } catch (error) {
    if (!(await isOver(callStripe, id, error))) throw error;
  }
}

/** Resumes a subscription, unless it has ended. */
async function resumeUnlessEnded(
  callStripe: CallStripe,
  id: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(await isOver(callStripe, id, error))) throw error;
    throw new DomainError('not-allowed-in-state', 'The subscription has ended at the provider');
  }
}

/** Replaces the price of the only item. Without a proration, the next invoice is the first to have it. */
async function changePrice(callStripe: CallStripe, id: string, priceCents: number): Promise<void> {
  const { items } = await callStripe(({ subscriptions }) => subscriptions.retrieve(id));
  const [item] = items.data;
  const { id: itemId, price } = item!;
  if (price.unit_amount === priceCents) return;
  await callStripe(({ subscriptions }) =>
    subscriptions.update(id, {
      items: [
        {
          id: itemId,
          price_data: {
            currency: price.currency,
            product: idOf(price.product)!,
            recurring: { interval: 'month' },
            unit_amount: priceCents,
            ...(price.tax_behavior && { tax_behavior: price.tax_behavior }),
          },
        },
      ],
      proration_behavior: 'none',
    }),
  );
}

async function resume(callStripe: CallStripe, id: string): Promise<void> {
  const { latest_invoice: latest } = await callStripe(({ subscriptions }) =>
    subscriptions.update(id, { pause_collection: '', expand: ['latest_invoice'] }),
  );
  if (!latest || typeof latest === 'string' || latest.status !== 'void') return;
  // The paid period ended during the pause: a new month starts now and is charged.
  await callStripe(({ subscriptions }) =>
    subscriptions.update(
      id,
      { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' },
      { idempotencyKey: `resume-${latest.id}` },
    ),
  );
}

async function resumeRenewals(callStripe: CallStripe, id: string): Promise<void> {
  const { cancel_at } = await callStripe(({ subscriptions }) =>
    subscriptions.update(id, { cancel_at_period_end: false }),
  );
  // An end that the portal set has no flag; one call cannot change both.
  if (cancel_at !== null) {
    await callStripe(({ subscriptions }) => subscriptions.update(id, { cancel_at: '' }));
  }
}

/** Stripe's page to change the card. */
async function openPaymentMethodPage(
  callStripe: CallStripe,
  { providerSubscriptionId: id }: ProviderSubscription,
  return_url: string,
): Promise<{ url: string }> {
  const subscription = await callStripe(({ subscriptions }) => subscriptions.retrieve(id));
  const customer = idOf(subscription.customer)!;
  const card = idOf(subscription.default_payment_method);
  if (card && !OVER.includes(subscription.status)) {
    // Checkout sets the subscription's card, but the page changes the customer's, which is charged
    // only if the subscription has none.
    await callStripe(({ customers }) =>
      customers.update(customer, { invoice_settings: { default_payment_method: card } }),
    );
    await callStripe(({ subscriptions }) =>
      subscriptions.update(id, { default_payment_method: '' }),
    );
  }
  const { url } = await callStripe(({ billingPortal }) =>
    billingPortal.sessions.create({
      customer,
      return_url,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url } },
      },
    }),
  );
  return { url };
}
