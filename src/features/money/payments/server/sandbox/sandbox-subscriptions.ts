import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { SANDBOX_CARDS, type SandboxCard } from '../../billing.schema.ts';
import { sandboxSubscriptions } from '../billing.table.ts';

/** The sandbox's id of the subscription that a checkout starts. */
export function sandboxSubscriptionId(checkoutId: string): string {
  return `sandbox_${checkoutId}`;
}

type Settings = Omit<typeof sandboxSubscriptions.$inferSelect, 'id'>;

/**
 * The card and the test clock of a subscription. The demo's historic ones have a card that
 * succeeds.
 */
export async function findSandboxSubscription(db: Db, id: string): Promise<Settings> {
  const [found] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id));
  return found ?? { card: SANDBOX_CARDS[0], clockAt: null, losesNextEvent: false };
}

/** Saves the card, the test clock, and whether the next report is lost. */
export async function saveSandboxSubscription(
  db: Db,
  id: string,
  values: { card?: SandboxCard; clockAt?: Date | null; losesNextEvent?: boolean },
): Promise<void> {
  await db
    .insert(sandboxSubscriptions)
    .values({ id, card: SANDBOX_CARDS[0], ...values })
    .onConflictDoUpdate({ target: sandboxSubscriptions.id, set: values });
}

/** The page where a fan changes the card of a subscription, and confirms a payment. */
export function sandboxPortalPath(providerSubscriptionId: string): string {
  return `/sandbox/subscriptions/${encodeURIComponent(providerSubscriptionId)}`;
}
