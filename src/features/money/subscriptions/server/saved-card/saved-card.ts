import type {
  PaymentProvider,
  ProviderCustomers,
  SavedCard,
} from '#src/features/money/payments/server/payment-provider.ts';
import { listSalesProviders, type Payments } from '#src/features/money/payments/server/payments.ts';
import { findProviderCustomer } from '#src/features/money/payments/server/provider-customers.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

type Found = {
  provider: PaymentProvider;
  customers: ProviderCustomers;
  customerId: string;
  card: SavedCard;
};

/**
 * The card that a fan saved at a provider, the preferred one first; also at one that sells nothing
 * new, so that it can be seen and removed.
 * @throws DomainError 'provider-unavailable'
 */
export async function findSavedCard(
  { db, payments }: { db: Db; payments: Payments },
  actor: Actor,
): Promise<Found | null> {
  const providers = new Set([...listSalesProviders(payments), ...payments.connected]);
  for (const provider of providers) {
    const { customers } = provider;
    if (!customers) continue;
    const customerId = await findProviderCustomer(db, provider.name, actor.userId);
    const card = customerId && (await customers.findCard(customerId));
    if (card) return { provider, customers, customerId, card };
  }
  return null;
}

/** Removes the fan's saved card; renewals that are paid by it go on. Repeating it is harmless. */
export async function removeSavedCard(
  dependencies: { db: Db; payments: Payments },
  actor: Actor,
): Promise<void> {
  const found = await findSavedCard(dependencies, actor);
  await found?.customers.removeCard(found.customerId, found.card.id);
}
