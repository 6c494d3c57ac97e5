import { and, count, eq, like } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { paymentEvents } from './billing.table.ts';
import type { VerifiedWebhook } from './provider-webhooks.ts';

/** The id of an event, with the number of the events so far that undo it, if that distinguishes it. */
export async function identifyEvent(
  db: Db,
  provider: string,
  { id, undoneBy }: VerifiedWebhook,
): Promise<string> {
  if (!undoneBy) return id;
  const [found] = await db
    .select({ undone: count() })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        like(paymentEvents.providerEventId, `${undoneBy}%`),
      ),
    );
  return found!.undone === 0 ? id : `${id}:${found!.undone}`;
}
