import { markCheckoutDeclined } from '#src/features/money/payments/server/checkouts.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { SavedCardResult } from '../../saved-card.schema.ts';
import {
  openHostedCheckout,
  openOrder,
  prepareSale,
  type CheckoutDependencies,
  type OfferQuery,
} from '../start-checkout.ts';
import { findSavedCard } from './saved-card.ts';

type Purchase = OfferQuery & { cardId: string; priceCents: number };

/**
 * Sells a subscription to the card that a fan saved. Only the provider's webhook activates it. After
 * no answer, the same request can be repeated: the provider charges once for each checkout.
 */
export async function payWithSavedCard(
  { db, payments }: Pick<CheckoutDependencies, 'db' | 'payments'>,
  actor: Actor,
  { cardId, priceCents, ...query }: Purchase,
): Promise<SavedCardResult> {
  const { offer, sale } = await prepareSale(db, actor, query);
  if (offer.priceCents !== priceCents) {
    const message = `The price is ${formatCents(offer.priceCents)} a month now. Check it, then confirm again.`;
    throw new DomainError('conflict', message);
  }
  const found = await findSavedCard({ db, payments }, actor);
  if (found?.card.id !== cardId || !payments.sales.includes(found.provider)) {
    throw new DomainError('conflict', 'Your saved card has changed. Check it, then confirm again.');
  }
  const { provider, customers } = found;
  const order = await openOrder(db, provider, { ...sale, ...offer, email: actor.email });
  // A customer that was created anew has no card.
  const customerId = order.customerId ?? found.customerId;
  const outcome = await customers.pay({ ...order, customerId }, cardId);
  switch (outcome) {
    case 'paid':
      return { outcome, url: order.successPath };
    case 'authentication':
      return { outcome, url: await openHostedCheckout(db, provider, order) };
    case 'declined':
      await markCheckoutDeclined(db, order.checkoutId);
      return { outcome };
  }
}
