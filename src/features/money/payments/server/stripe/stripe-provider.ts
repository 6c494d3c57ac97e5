import type { Stripe } from 'stripe';
import { DomainError } from '#src/lib/problem.ts';
import type { StripeConfig } from '#src/platform/config/payments-config.ts';
import type { PaymentProvider, ProviderSubscription } from '../payment-provider.ts';
import { openStripeCheckout } from './stripe-checkout.ts';
import { idOf, openStripe, refusalOf, type AskStripe } from './stripe-client.ts';
import { readStripeEvent } from './stripe-events.ts';
import { refundPayment } from './stripe-refunds.ts';
import { completeStripeEvent, verifyStripeWebhook } from './stripe-webhook.ts';

export type StripeOptions = Omit<StripeConfig, 'kind'> & {
  /** The public address of the product. */
  publicUrl: string;
};

/** Stripe: Checkout, Billing and the customer portal. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { publicUrl, webhookSecret } = options;
  const { stripe, ask } = openStripe(options);
  return {
    name: 'stripe',
    assertOpen: () => {},
    createCheckout: (order) => openStripeCheckout(ask, publicUrl, order),
    cancelAtPeriodEnd: (id) =>
      unlessOver(ask, id, (all) => all.update(id, { cancel_at_period_end: true })),
    resumeRenewals: (id) => unlessEnded(ask, id, () => resumeRenewals(ask, id)),
    cancelNow: (id) => unlessOver(ask, id, (all) => all.cancel(id)),
    // The invoices of the pause are void: nobody is charged for it later.
    pause: (id) =>
      unlessOver(ask, id, (all) => all.update(id, { pause_collection: { behavior: 'void' } })),
    resume: (id) => unlessEnded(ask, id, () => resume(ask, id)),
    refund: (paymentId, amountCents, refundKey) =>
      refundPayment(ask, { paymentId, amountCents, refundKey }),
    paymentMethodPage: (subscription, returnPath) =>
      openPaymentMethodPage(ask, subscription, `${publicUrl}${returnPath}`),
    verifyWebhook: (webhook) => verifyStripeWebhook(stripe, webhookSecret, webhook),
    completeWebhook: (webhook) => completeStripeEvent(ask, webhook),
    readWebhook: readStripeEvent,
  };
}

const OVER = ['canceled', 'incomplete_expired'];

/** Whether a change was rejected because the subscription has ended. */
async function isOver(ask: AskStripe, id: string, error: unknown): Promise<boolean> {
  if (!refusalOf(error)) return false;
  const { status } = await ask(({ subscriptions }) => subscriptions.retrieve(id));
  return OVER.includes(status);
}

/** Changes a subscription; does nothing if it has ended, as nothing is charged. */
async function unlessOver(
  ask: AskStripe,
  id: string,
  change: (subscriptions: Stripe['subscriptions']) => Promise<unknown>,
): Promise<void> {
  try {
    await ask(({ subscriptions }) => change(subscriptions));
  } catch (error) {
    if (!(await isOver(ask, id, error))) throw error;
  }
}

/** Resumes a subscription, unless it has ended. */
async function unlessEnded(ask: AskStripe, id: string, goOn: () => Promise<void>): Promise<void> {
  try {
    await goOn();
  } catch (error) {
    if (!(await isOver(ask, id, error))) throw error;
    throw new DomainError('not-allowed-in-state', 'The subscription has ended at the provider');
  }
}

async function resume(ask: AskStripe, id: string): Promise<void> {
  const { latest_invoice: latest } = await ask(({ subscriptions }) =>
    subscriptions.update(id, { pause_collection: '', expand: ['latest_invoice'] }),
  );
  if (!latest || typeof latest === 'string' || latest.status !== 'void') return;
  // The paid period ended during the pause: a new month starts now and is charged.
  await ask(({ subscriptions }) =>
    subscriptions.update(
      id,
      { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' },
      { idempotencyKey: `resume-${latest.id}` },
    ),
  );
}

async function resumeRenewals(ask: AskStripe, id: string): Promise<void> {
  const { cancel_at } = await ask(({ subscriptions }) =>
    subscriptions.update(id, { cancel_at_period_end: false }),
  );
  // An end that the portal set has no flag; one call cannot change both.
  if (cancel_at !== null) {
    await ask(({ subscriptions }) => subscriptions.update(id, { cancel_at: '' }));
  }
}

/** Stripe's page to change the card. */
async function openPaymentMethodPage(
  ask: AskStripe,
  { providerSubscriptionId: id }: ProviderSubscription,
  return_url: string,
): Promise<{ url: string }> {
  const subscription = await ask(({ subscriptions }) => subscriptions.retrieve(id));
  const customer = idOf(subscription.customer)!;
  const card = idOf(subscription.default_payment_method);
  if (card && !OVER.includes(subscription.status)) {
    // Checkout sets the subscription's card, but the page changes the customer's, which is charged
    // only if the subscription has none.
    await ask(({ customers }) =>
      customers.update(customer, { invoice_settings: { default_payment_method: card } }),
    );
    await ask(({ subscriptions }) => subscriptions.update(id, { default_payment_method: '' }));
  }
  const { url } = await ask(({ billingPortal }) =>
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
