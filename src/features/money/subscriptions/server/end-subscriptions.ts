import { and, eq, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { EndReason } from '../subscriptions.schema.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** The columns of an ended subscription. @param at when it ended */
export function ended(at: Date | SQL, reason: EndReason | SQL) {
  return {
    status: 'cancelled' as const,
    endedAt: at,
    endReason: reason,
    pastDueSince: null,
    nextAttemptAt: null,
    authenticationUrl: null,
  };
}

/** Ends a subscription for good. @returns false if it had ended before */
export async function endSubscription(
  tx: Db,
  id: string,
  at: Date,
  reason: EndReason,
): Promise<boolean> {
  const rows = await tx
    .update(userSubscriptions)
    .set(ended(at, reason))
    .where(and(eq(userSubscriptions.id, id), ne(userSubscriptions.status, 'cancelled')))
    .returning({ id: userSubscriptions.id });
  return rows.length > 0;
}

/** Ends the cancelled subscriptions whose time is over: all, or one fan's. */
export async function endLapsedSubscriptions(
  db: Db,
  now: Date,
  subscriberId?: string,
): Promise<void> {
  await db
    .update(userSubscriptions)
    .set(
      ended(
        sql`${userSubscriptions.cancelAt}`,
        sql`coalesce(${userSubscriptions.cancelReason}, 'fan')`,
      ),
    )
    .where(
      and(
        lte(userSubscriptions.cancelAt, now),
        ne(userSubscriptions.status, 'cancelled'),
        subscriberId ? eq(userSubscriptions.subscriberId, subscriberId) : undefined,
      ),
    );
}
