import type { Stripe } from 'stripe';
import type { StripeAccount } from '#test/stripe-account.ts';
import { makeCustomer } from '#test/stripe-checkout.ts';
import { listOf, pageOf, seconds } from '#test/stripe-values.ts';
import { StripeRefusal, text, type Form } from './stripe-form.testing.ts';

function createCustomer(account: StripeAccount, form: Form): Stripe.Customer {
  const metadata = (form.metadata ?? {}) as Stripe.Metadata;
  const customer = makeCustomer({ email: text(form, 'email'), metadata }, seconds(new Date()));
  account.customers.set(customer.id, customer);
  return customer;
}

function deleteCustomer(account: StripeAccount, id: string) {
  account.find.customer(id);
  account.customers.delete(id);
  for (const [cardId, { customer }] of account.cards) {
    if (customer === id) account.cards.delete(cardId);
  }
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      account.end(subscription, 'cancellation_requested');
    }
  }
  return { id, object: 'customer', deleted: true };
}

function saveProduct(account: StripeAccount, form: Form, id: string, isNew: boolean) {
  if (isNew && account.products.has(id)) {
    const code = 'resource_already_exists';
    throw new StripeRefusal(400, 'Product already exists.', { code });
  }
  const product = {
    id,
    object: 'product',
    name: text(form, 'name'),
    statement_descriptor: form.statement_descriptor ?? null,
  } as unknown as Stripe.Product;
  account.products.set(id, product);
  return product;
}

/** Creates and charges a subscription, or refuses and creates nothing. */
function createSubscription(account: StripeAccount, form: Form): Stripe.Subscription {
  const [customer, card] = [text(form, 'customer'), text(form, 'default_payment_method')];
  account.find.customer(customer);
  if (account.cards.get(card)?.customer !== customer) {
    throw new StripeRefusal(400, 'The customer does not have a payment method with this ID.');
  }
  if (text(form, 'payment_behavior') !== 'error_if_incomplete') {
    throw new StripeRefusal(400, 'This account creates only paid subscriptions');
  }
  const price = ['items', '0', 'price_data'];
  const product = account.products.get(text(form, ...price, 'product'));
  if (!product) throw new StripeRefusal(400, 'No such product', { code: 'resource_missing' });
  const { savedCards } = account.rules;
  if (savedCards !== 'pay') {
    const code =
      savedCards === 'decline' ? 'card_declined' : 'subscription_payment_intent_requires_action';
    const refusal = new StripeRefusal(402, 'The payment was not made.', { code });
    refusal.error.type = 'card_error';
    throw refusal;
  }
  const sold = {
    checkoutId: text(form, 'metadata', 'checkoutId'),
    priceCents: Number(text(form, ...price, 'unit_amount')),
    name: product.name,
    customer,
    card,
  };
  return account.sell(sold).subscription;
}

/** Answers calls about customers, cards, products and new subscriptions; undefined for others. */
export function answerAboutCards(
  account: StripeAccount,
  method: string,
  path: string,
  form: Form,
): unknown {
  const [, kind, id = '', action] = /^\/v1\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  switch (`${method} ${kind}${id && '/:id'}${action ? `/${action}` : ''}`) {
    case 'POST customers':
      return createCustomer(account, form);
    case 'DELETE customers/:id':
      return deleteCustomer(account, id);
    case 'GET customers/:id/payment_methods': {
      account.find.customer(id);
      const own = [...account.cards.values()].filter(
        ({ customer, allow_redisplay: redisplay }) =>
          customer === id && redisplay === form.allow_redisplay,
      );
      return listOf(path, own.toReversed().slice(0, Number(form.limit)));
    }
    case 'POST payment_methods/:id':
      return Object.assign(account.cards.get(id)!, { allow_redisplay: form.allow_redisplay });
    case 'POST payment_methods/:id/detach':
      return Object.assign(account.cards.get(id)!, { customer: null });
    case 'POST products':
      return saveProduct(account, form, text(form, 'id'), true);
    case 'POST products/:id':
      return saveProduct(account, form, id, false);
    case 'POST subscriptions':
      return createSubscription(account, form);
    case 'GET subscriptions': {
      const live = [...account.subscriptions.values()].filter(
        ({ customer, status }) =>
          status !== 'canceled' && (!form.customer || customer === form.customer),
      );
      return pageOf(path, live, form, account.rules.pageSize);
    }
    default:
      return undefined;
  }
}
