import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import type { TaggedRecords } from '#src/features/identity/tags/server/tags.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;

/**
 * Restricts limited staff to themselves, their influencers, and fans with a present or past
 * subscription to one of those; no condition for everyone else.
 */
export function userInScope({ userId, isLimited }: Limited, id: SQLWrapper): SQL | undefined {
  return isLimited
    ? sql`${id} in (
        select ${userId}::uuid
        union all
        select influencer_id from ${staffInfluencers} where staff_id = ${userId}
        union all
        select subscription.subscriber_id from ${userSubscriptions} subscription
        join ${staffInfluencers} own
          on own.influencer_id = subscription.influencer_id and own.staff_id = ${userId}
        join ${userRoles} fan
          on fan.user_id = subscription.subscriber_id and fan.role = 'subscriber')`
    : undefined;
}

/** The fans and influencers as records that have tags. */
export const TAGGED_PEOPLE: TaggedRecords = {
  table: profiles,
  visibleTo: (actor) =>
    and(
      sql`exists (select from ${userRoles} where ${userRoles.userId} = ${profiles.id}
        and ${userRoles.role} in ('influencer', 'subscriber'))`,
      userInScope(actor, profiles.id),
    ),
};
