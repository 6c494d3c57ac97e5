import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SubscribeState } from '../subscribe-state.schema.ts';
import { grantsViewingNow } from './grants-viewing.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const { subscriberId, status, cancelAt } = userSubscriptions;

/** Of a fan and an influencer at most one is neither cancelled nor about to be put away. */
const isHeld = sql`(${grantsViewingNow} or (${status} in ('past_due', 'paused')
  and (${cancelAt} is null or ${cancelAt} > now())))`;

type StateQuery = {
  viewerId: SQL | string;
  influencerId: SQLWrapper;
  /** Whether the influencer can be subscribed to now. */
  isOffered: SQL;
};

/** The viewer's {@link SubscribeState} as of the statement's time; a visitor's id is null. */
export const subscribeState = ({ viewerId, influencerId, isOffered }: StateQuery) =>
  sql<SubscribeState>`coalesce(
    (select case when ${grantsViewingNow} then 'subscribed' else ${status} end
      from ${userSubscriptions}
      where ${subscriberId} = ${viewerId} and ${userSubscriptions.influencerId} = ${influencerId}
        and ${status} <> 'cancelled' and ${isHeld}),
    case when ${isOffered} then 'available' else 'unavailable' end)`;
