import { eq } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { SandboxCard } from '../../billing.schema.ts';
import { sandboxCards } from '../billing.table.ts';
import type { PaymentEvent, ProviderCustomers } from '../payment-provider.ts';
import { sandboxPayment } from './sandbox-payment.ts';
import { sandboxSubscriptionId, saveSandboxSubscription } from './sandbox-subscriptions.ts';
import { cardLastFour, hashTestCard } from './test-cards.ts';

type DeliverEvent = (event: PaymentEvent) => Promise<void>;

const CUSTOMER_PREFIX = 'sandbox_customer_';

/** The sandbox's id of a fan as its customer. */
export function sandboxCustomerId(fanId: string): string {
  return `${CUSTOMER_PREFIX}${fanId}`;
}

/** Saves the card of a fan who agreed to it. */
export async function saveSandboxCard(db: Db, fanId: string, card: SandboxCard): Promise<void> {
  await db
    .insert(sandboxCards)
    .values({ customerId: sandboxCustomerId(fanId), card })
    .onConflictDoUpdate({ target: sandboxCards.customerId, set: { card } });
}

async function findSandboxCard(db: Db, customerId: string): Promise<SandboxCard | null> {
  const [found] = await db
    .select({ card: sandboxCards.card })
    .from(sandboxCards)
    .where(eq(sandboxCards.customerId, customerId));
  return found?.card ?? null;
}

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** The fans as customers of the sandbox, and their saved test cards. */
export function sandboxCustomers(
  { db, config: { secrets } }: Dependencies,
  deliverEvent: DeliverEvent,
): ProviderCustomers {
  const remove = async (customerId: string) => {
    await db.delete(sandboxCards).where(eq(sandboxCards.customerId, customerId));
  };
  return {
    save: async ({ fanId }) => sandboxCustomerId(fanId),
    async findCard(customerId) {
      const card = await findSandboxCard(db, customerId);
      return card && { id: card, brand: 'visa', last4: cardLastFour(card) };
    },
    removeCard: remove,
    async pay({ checkoutId, priceCents, customerId }) {
      const card = await findSandboxCard(db, customerId);
      if (card === null) return 'declined';
      if (card === 'authenticates') return 'authentication';
      await saveSandboxSubscription(db, sandboxSubscriptionId(checkoutId), { card, clockAt: null });
      const fanId = customerId.replace(CUSTOMER_PREFIX, '');
      const hashes = hashTestCard(secrets, card, { fanId });
      await deliverEvent(sandboxPayment({ id: checkoutId, priceCents }, new Date(), card, hashes));
      return 'paid';
    },
    delete: remove,
  };
}
