import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { findProviderReference } from './provider-reference.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const request = z.object({ subscriptionId: z.uuid() });

/**
 * Subscriptions that the provider must not renew, or not charge again. The provider is called after
 * what decided it has committed: what it refuses holds up neither a suspension nor a webhook.
 */
export const STOP_CHARGING_QUEUE = {
  name: 'stop-charging',
  data: request,
  // Tried again for about a month, until the next renewal: which is refunded, and asks anew.
  retries: { limit: 250, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

type Dependencies = {
  db: Db;
  payments: Pick<PaymentProvider, 'name' | 'cancelNow' | 'cancelAtPeriodEnd'>;
};

/**
 * Has the provider charge nothing more, as the subscription stands now: a cancellation that was
 * undone meanwhile is left alone. @throws DomainError 'provider-unavailable'
 */
export async function stopCharging(
  { db, payments }: Dependencies,
  { subscriptionId }: z.output<typeof request>,
): Promise<void> {
  const [found] = await db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.id, subscriptionId));
  if (!found) return;
  const isOver = found.status === 'cancelled';
  if (!isOver && !found.cancelAt) return;
  const reference = findProviderReference(payments, found);
  if (reference !== null) await payments[isOver ? 'cancelNow' : 'cancelAtPeriodEnd'](reference);
}
