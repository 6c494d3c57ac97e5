import type { Stripe } from 'stripe';
import { listMovements } from '#src/features/money/payments/server/stripe/stripe-balance.testing.ts';
import { answerAboutCards } from '#src/features/money/payments/server/stripe/stripe-cards.testing.ts';
import {
  StripeRefusal,
  text,
  valueAt,
  type Form,
} from '#src/features/money/payments/server/stripe/stripe-form.testing.ts';
import type { StripeAccount } from './stripe-account.ts';
import { makeSession } from './stripe-checkout.ts';
import { listOf, newId, pageOf, seconds } from './stripe-values.ts';

/** Refuses unknown parameters, as Stripe does. */
function requireKnownParameters(form: Form, names: readonly string[]): void {
  for (const param of Object.keys(form)) {
    if (names.includes(param)) continue;
    const message = `Received unknown parameter: ${param}`;
    throw new StripeRefusal(400, message, { code: 'parameter_unknown', param });
  }
}

const SESSION = [
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer',
  'expires_at',
  'line_items',
  'metadata',
  'mode',
  'saved_payment_method_options',
  'subscription_data',
  'success_url',
] as const satisfies (keyof Stripe.Checkout.SessionCreateParams)[];
const SUBSCRIPTION = [
  'billing_cycle_anchor',
  'cancel_at',
  'cancel_at_period_end',
  'default_payment_method',
  'expand',
  'items',
  'pause_collection',
  'proration_behavior',
] as const satisfies (keyof Stripe.SubscriptionUpdateParams)[];

function createSession(account: StripeAccount, form: Form): Stripe.Checkout.Session {
  requireKnownParameters(form, SESSION);
  const [price, now] = [['line_items', '0', 'price_data'], seconds(new Date())];
  const expires = valueAt(form, 'expires_at');
  const expires_at = typeof expires === 'string' ? Number(expires) : now + 24 * 60 * 60;
  if (expires_at < now + 30 * 60 || expires_at > now + 24 * 60 * 60) {
    const message =
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours away';
    throw new StripeRefusal(400, message, { param: 'expires_at' });
  }
  if (text(form, 'mode') !== 'subscription' || text(form, ...price, 'currency') !== 'usd') {
    throw new StripeRefusal(400, 'This account sells subscriptions in US dollars');
  }
  if (text(form, ...price, 'recurring', 'interval') !== 'month') {
    throw new StripeRefusal(400, 'This account sells months', { param: 'line_items' });
  }
  const sold = {
    checkoutId: text(form, 'subscription_data', 'metadata', 'checkoutId'),
    priceCents: Number(text(form, ...price, 'unit_amount')),
    name: account.find.product(text(form, ...price, 'product')).name,
    customer: account.find.customer(text(form, 'customer')).id,
  };
  const addresses = {
    success_url: text(form, 'success_url'),
    cancel_url: text(form, 'cancel_url'),
  };
  const session = makeSession(sold, addresses, { created: now, expires_at });
  account.sessions.set(session.id, { session, sold });
  return session;
}

function updateSubscription(account: StripeAccount, form: Form, id: string): Stripe.Subscription {
  requireKnownParameters(form, SUBSCRIPTION);
  const subscription = account.getLive(id);
  const [item] = subscription.items.data;
  if (form.cancel_at_period_end === 'true') {
    account.change(subscription, {
      cancel_at: item!.current_period_end,
      cancel_at_period_end: true,
    });
  }
  if (form.cancel_at_period_end === 'false' && subscription.cancel_at_period_end) {
    account.change(subscription, { cancel_at: null, cancel_at_period_end: false });
  }
  if (form.cancel_at === '') account.change(subscription, { cancel_at: null });
  if (form.pause_collection === '') account.change(subscription, { pause_collection: null });
  else if (form.pause_collection) {
    const behavior = text(form, 'pause_collection', 'behavior');
    account.change(subscription, { pause_collection: { behavior, resumes_at: null } });
  }
  if (form.default_payment_method === '') {
    account.change(subscription, { default_payment_method: null });
  }
  if (form.billing_cycle_anchor) {
    if (text(form, 'billing_cycle_anchor', 'type') === 'now') account.restartPeriod(subscription);
  }
  if (form.items) replacePrice(account, subscription, form);
  const expands = Object.values((form.expand ?? {}) as Form).includes('latest_invoice');
  const latest = account.invoices.get(subscription.latest_invoice as string);
  return expands ? { ...subscription, latest_invoice: latest ?? null } : subscription;
}

/** Replaces the price of the item; this account has no prorations. */
function replacePrice(account: StripeAccount, subscription: Stripe.Subscription, form: Form): void {
  const [item] = subscription.items.data;
  const data = ['items', '0', 'price_data'];
  if (text(form, 'items', '0', 'id') !== item!.id || form.proration_behavior !== 'none') {
    throw new StripeRefusal(400, 'This account changes prices without prorations');
  }
  if (text(form, ...data, 'product') !== item!.price.product) {
    throw new StripeRefusal(400, 'The product is another one', { param: 'items' });
  }
  const unit_amount = Number(text(form, ...data, 'unit_amount'));
  const price = { ...item!.price, id: newId('price'), unit_amount };
  Object.assign(item!, { price: { ...price, unit_amount_decimal: String(unit_amount) } });
  account.change(subscription, {});
}

function cancelSubscription(account: StripeAccount, id: string): Stripe.Subscription {
  const subscription = account.find.subscription(id);
  if (subscription.status === 'canceled') {
    // Stripe answers that ended subscriptions do not exist when they are cancelled.
    const more = { code: 'resource_missing', param: 'id' };
    throw new StripeRefusal(404, `No such subscription: '${id}'`, more);
  }
  account.end(subscription, 'cancellation_requested');
  return subscription;
}

function createPortalSession(account: StripeAccount, form: Form): Stripe.BillingPortal.Session {
  const customer = account.find.customer(text(form, 'customer')).id;
  const return_url = text(form, 'return_url');
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration: newId('bpc'),
    created: seconds(new Date()),
    customer,
    customer_account: null,
    flow: {
      after_completion: {
        hosted_confirmation: null,
        redirect: {
          return_url: text(form, 'flow_data', 'after_completion', 'redirect', 'return_url'),
        },
        type: 'redirect',
      },
      customer_update: null,
      subscription_cancel: null,
      subscription_pause: null,
      subscription_update: null,
      subscription_update_confirm: null,
      type: text(form, 'flow_data', 'type'),
    },
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url,
    url: `https://billing.stripe.com/p/session/${id}/flow`,
  };
}

function updateCustomer(account: StripeAccount, form: Form, id: string): Stripe.Customer {
  const customer = account.find.customer(id);
  const card = valueAt(form, 'invoice_settings', 'default_payment_method');
  if (typeof card === 'string') customer.invoice_settings.default_payment_method = card;
  if (typeof form.email === 'string') customer.email = form.email;
  return customer;
}

/** Attaches evidence, and submits what is attached. */
function updateDispute(account: StripeAccount, form: Form, id: string): Stripe.Dispute {
  requireKnownParameters(form, ['evidence', 'submit']);
  const dispute = account.find.dispute(id);
  if (!dispute.status.endsWith('needs_response')) {
    throw new StripeRefusal(400, 'This dispute is already closed');
  }
  Object.assign(dispute.evidence, form.evidence);
  dispute.evidence_details.has_evidence = true;
  if (form.submit !== 'true') return dispute;
  dispute.evidence_details.submission_count++;
  account.changeDispute(id, 'under_review', 'charge.dispute.updated');
  return dispute;
}

/** Finds a checkout, or closes it while it is open. */
function answerSession(account: StripeAccount, id: string, isToExpire: boolean) {
  const found = account.sessions.get(id);
  if (!found) throw new StripeRefusal(404, `No such checkout.session: ${id}`);
  const { session } = found;
  if (!isToExpire) return session;
  if (session.status !== 'open') {
    const message = 'Only Checkout Sessions with a status in ["open"] can be expired.';
    throw new StripeRefusal(400, message);
  }
  return Object.assign(session, { status: 'expired', url: null });
}

/** The objects of a list that match the filters, the oldest first. */
function listAll(account: StripeAccount, path: string, form: Form) {
  switch (path) {
    case '/v1/invoices':
      return [...account.invoices.values()]
        .filter(({ status }) => status === form.status)
        .map((invoice) => ({
          ...invoice,
          payments: listOf(
            '/v1/invoice_payments',
            account.payments.filter((payment) => payment.invoice === invoice.id),
          ),
        }));
    case '/v1/refunds':
      return [...account.refunds.values()].filter(
        ({ payment_intent: paid }) => !form.payment_intent || paid === form.payment_intent,
      );
    case '/v1/disputes':
      return account.disputes.values();
    case '/v1/balance_transactions':
      return listMovements(account);
    default:
      return account.events.filter(({ type }) => type === form.type);
  }
}

/** A payment with its intent, charge and card expanded, as far as anybody reads them. */
function expandCard({ rules }: StripeAccount, invoicePayment: Stripe.InvoicePayment) {
  const { payment } = invoicePayment;
  const id = payment.payment_intent as string;
  const card = { fingerprint: rules.cardFingerprint ?? `fp_${id}`, last4: '4242' };
  const latest_charge = { id: `ch_${id}`, payment_method_details: { type: 'card', card } };
  return { ...invoicePayment, payment: { ...payment, payment_intent: { id, latest_charge } } };
}

/** Answers a call like Stripe's API. @throws StripeRefusal */
export function answer(account: StripeAccount, method: string, path: string, form: Form): unknown {
  const [, sessionId, expire] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
  if (sessionId) return answerSession(account, sessionId, expire !== undefined);
  const aboutCards = answerAboutCards(account, method, path, form);
  if (aboutCards !== undefined) return aboutCards;
  const [, id = ''] = /^\/v1\/\w+\/(\w+)$/.exec(path) ?? [];
  switch (`${method} ${id ? path.replace(id, ':id') : path}`) {
    case 'POST /v1/checkout/:id':
      return createSession(account, form);
    case 'GET /v1/subscriptions/:id':
      return account.find.subscription(id);
    case 'POST /v1/subscriptions/:id':
      return updateSubscription(account, form, id);
    case 'DELETE /v1/subscriptions/:id':
      return cancelSubscription(account, id);
    case 'GET /v1/disputes/:id':
      return account.find.dispute(id);
    case 'POST /v1/disputes/:id':
      return updateDispute(account, form, id);
    case 'POST /v1/customers/:id':
      return updateCustomer(account, form, id);
    case 'POST /v1/billing_portal/:id':
      return createPortalSession(account, form);
    case 'GET /v1/invoice_payments': {
      const found = account.payments.filter((payment) => payment.invoice === form.invoice);
      return listOf(
        path,
        found.map((each) => expandCard(account, each)),
      );
    }
    case 'GET /v1/invoices':
    case 'GET /v1/refunds':
    case 'GET /v1/disputes':
    case 'GET /v1/balance_transactions':
    case 'GET /v1/events':
      return pageOf<{ id: string; created: number }>(
        path,
        listAll(account, path, form),
        form,
        account.rules.pageSize,
      );
    case 'POST /v1/refunds': {
      const metadata = (form.metadata ?? {}) as Stripe.Metadata;
      return account.refund(text(form, 'payment_intent'), Number(text(form, 'amount')), metadata);
    }
    default:
      throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
  }
}
