import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '#src/platform/http/operation.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;

/** Holds a limited staff member to rows of their own influencers; nothing for everyone else. */
export const inScope = (
  { userId, isLimited }: Limited,
  influencerId: SQLWrapper,
): SQL | undefined =>
  isLimited
    ? sql`${influencerId} in (select influencer_id from staff_influencers where staff_id = ${userId})`
    : undefined;

/**
 * Holds a limited staff member to the users they may see: themselves, their influencers, and fans
 * with a subscription to one of those, whatever became of it; nothing for everyone else.
 */
export const userInScope = ({ userId, isLimited }: Limited, id: SQLWrapper): SQL | undefined =>
  isLimited
    ? sql`${id} in (
        select ${userId}::uuid
        union all
        select influencer_id from staff_influencers where staff_id = ${userId}
        union all
        select subscription.subscriber_id from user_subscriptions subscription
        join staff_influencers own
          on own.influencer_id = subscription.influencer_id and own.staff_id = ${userId}
        join user_roles fan
          on fan.user_id = subscription.subscriber_id and fan.role = 'subscriber')`
    : undefined;
