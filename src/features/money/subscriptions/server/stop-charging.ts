import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { findProviderReference } from './provider-reference.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const request = z.object({ subscriptionId: z.uuid() });

/**
 * Subscriptions that the provider must not renew or charge again. The job runs after the commit: a
 * failing provider blocks neither a suspension nor a webhook.
 */
export const STOP_CHARGING_QUEUE = {
  name: 'stop-charging',
  data: request,
  // Retried for about a month, until the next renewal, which is refunded and queues a new job.
  retries: { limit: 250, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

type Dependencies = {
  db: Db;
  payments: Payments;
};

/**
 * Stops charges at the provider if the subscription is still cancelled; a resumed one does not
 * change.
 * @throws DomainError 'provider-unavailable'
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
  const known = findProviderReference(payments, found);
  if (known) await known.provider[isOver ? 'cancelNow' : 'cancelAtPeriodEnd'](known.reference);
}
