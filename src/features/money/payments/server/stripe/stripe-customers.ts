import type { ProviderCustomers, SavedCard } from '../payment-provider.ts';
import type { CheckoutOptions } from './stripe-checkout.ts';
import { keyOf, refusalOf, type CallStripe } from './stripe-client.ts';
import { payWithSavedCard } from './stripe-purchase.ts';

/** The fans as customers of Stripe, and their saved cards. */
export function stripeCustomers(
  callStripe: CallStripe,
  options: Pick<CheckoutOptions, 'statementDescriptor' | 'automaticTax'>,
): ProviderCustomers {
  return {
    save: (fan, knownId) => saveCustomer(callStripe, fan, knownId),
    findCard: (id) => findCard(callStripe, id),
    removeCard: (id, cardId) => removeCard(callStripe, id, cardId),
    pay: (order, cardId) => payWithSavedCard(callStripe, { order, cardId, options }),
    delete: (id) => deleteCustomer(callStripe, id),
  };
}

const isMissing = (error: unknown) => refusalOf(error)?.code === 'resource_missing';

async function saveCustomer(
  callStripe: CallStripe,
  { fanId, email }: { fanId: string; email: string },
  knownId: string | null,
): Promise<string> {
  if (knownId !== null) {
    try {
      await callStripe(({ customers }) => customers.update(knownId, { email }));
      return knownId;
    } catch (error) {
      // Deleted in the dashboard, or of another Stripe account.
      if (!isMissing(error)) throw error;
    }
  }
  const params = { email, metadata: { fanId } };
  // Two requests at once create one customer; a deleted one must not be returned again.
  const idempotencyKey = keyOf(`customer-${fanId}`, { ...params, knownId });
  const { id } = await callStripe(({ customers }) => customers.create(params, { idempotencyKey }));
  return id;
}

/** The newest card that the fan agreed to save; others only pay their own subscription. */
async function findCard(callStripe: CallStripe, customerId: string): Promise<SavedCard | null> {
  try {
    const { data } = await callStripe(({ customers }) =>
      customers.listPaymentMethods(customerId, {
        type: 'card',
        allow_redisplay: 'always',
        limit: 1,
      }),
    );
    const [found] = data;
    return found?.card ? { id: found.id, brand: found.card.brand, last4: found.card.last4 } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function removeCard(
  callStripe: CallStripe,
  customerId: string,
  cardId: string,
): Promise<void> {
  const { data } = await callStripe(({ subscriptions }) =>
    subscriptions.list({ customer: customerId, limit: 100 }),
  );
  await callStripe<unknown>(({ paymentMethods }) =>
    data.length > 0
      ? // A detached card would fail at the next renewal.
        paymentMethods.update(cardId, { allow_redisplay: 'limited' })
      : paymentMethods.detach(cardId),
  );
}

async function deleteCustomer(callStripe: CallStripe, id: string): Promise<void> {
  try {
    await callStripe(({ customers }) => customers.del(id));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
