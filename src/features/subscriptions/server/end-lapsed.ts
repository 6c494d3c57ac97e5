import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** Ends the subscriptions that were cancelled for a time that has come: all, or one fan's. */
export async function endLapsedSubscriptions(
  db: Db,
  now: Date,
  subscriberId?: string,
): Promise<void> {
  await db
    .update(userSubscriptions)
    .set({ status: 'cancelled', updatedAt: sql`now()` })
    .where(
      and(
        lte(userSubscriptions.cancelAt, now),
        ne(userSubscriptions.status, 'cancelled'),
        subscriberId ? eq(userSubscriptions.subscriberId, subscriberId) : undefined,
      ),
    );
}
