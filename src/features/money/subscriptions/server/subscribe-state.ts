import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SubscribeState } from '../subscribe-state.schema.ts';
import { grantsViewingNow } from './grants-viewing.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const { subscriberId, status, cancelAt } = userSubscriptions;

type StateQuery = {
  viewerId: SQL | string;
  influencerId: SQLWrapper;
  /** Whether the influencer can be subscribed to now. */
  isOffered: SQL;
};

/**
 * The viewer's {@link SubscribeState} at the statement's time; a visitor's id is null. A fan has at
 * most one live subscription to an influencer.
 */
export function subscribeState({ viewerId, influencerId, isOffered }: StateQuery) {
  return sql<SubscribeState>`coalesce(
    (select case when ${grantsViewingNow} then 'subscribed'
        when ${status} = 'active' then 'overdue' else ${status} end
      from ${userSubscriptions}
      where ${subscriberId} = ${viewerId} and ${userSubscriptions.influencerId} = ${influencerId}
        and ${status} <> 'cancelled' and (${cancelAt} is null or ${cancelAt} > now())),
    case when ${isOffered} then 'available' else 'unavailable' end)`;
}
