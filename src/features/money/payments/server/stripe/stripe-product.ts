import type { CheckoutOrder } from '../payment-provider.ts';
import { keyOf, refusalOf, type CallStripe } from './stripe-client.ts';

type Sold = Pick<CheckoutOrder, 'influencerId' | 'influencerName'>;

/**
 * Makes sure that an influencer's product exists with the current name: what the fan sees at Stripe,
 * and the only place for the statement descriptor of a subscription.
 * @returns its id
 */
export async function saveProduct(
  callStripe: CallStripe,
  { influencerId, influencerName }: Sold,
  statementDescriptor: string | undefined,
): Promise<string> {
  const id = `subscription-${influencerId}`;
  const params = {
    name: `Subscription to ${influencerName}`,
    ...(statementDescriptor && { statement_descriptor: statementDescriptor }),
  };
  try {
    await callStripe(({ products }) =>
      products.create({ id, ...params }, { idempotencyKey: keyOf(id, params) }),
    );
  } catch (error) {
    if (refusalOf(error)?.code !== 'resource_already_exists') throw error;
    await callStripe(({ products }) => products.update(id, params));
  }
  return id;
}
