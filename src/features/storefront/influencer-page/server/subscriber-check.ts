import { and, eq, sql } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Prepares the check whether a fan has a subscription to an influencer that grants viewing. */
export function prepareSubscriberCheck(db: Db) {
  const statement = db
    .select({ one: sql`1` })
    .from(userSubscriptions)
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(
      and(
        eq(profiles.publicUrl, sql.placeholder('publicUrl')),
        eq(userSubscriptions.subscriberId, sql.placeholder('userId')),
        grantsViewingNow,
      ),
    )
    .limit(1)
    .prepare('subscriber_check');
  return async function isSubscriber(userId: string, publicUrl: string): Promise<boolean> {
    return (await statement.execute({ userId, publicUrl })).length > 0;
  };
}
