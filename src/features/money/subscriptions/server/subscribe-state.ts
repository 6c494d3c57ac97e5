import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SubscribeState } from '../subscribe-state.schema.ts';
import { grantsViewingNow } from './grants-viewing.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const { subscriberId, status, cancelAt } = userSubscriptions;

type StateQuery = {
  viewerId: SQL | string;
  influencerId: SQLWrapper;
  /** Whether the influencer has an active plan. */
  isOffered: SQL;
  /** Whether payments are enabled. */
  paymentsOpen: boolean;
};

const hasNotEnded = sql`${status} <> 'cancelled' and (${cancelAt} is null or ${cancelAt} > now())`;

type Pair = Pick<StateQuery, 'viewerId' | 'influencerId'>;

/** Whether the viewer has a subscription to the influencer that has not ended. */
export function hasSubscription({ viewerId, influencerId }: Pair) {
  return sql<boolean>`exists (select from ${userSubscriptions}
    where ${subscriberId} = ${viewerId} and ${userSubscriptions.influencerId} = ${influencerId}
      and ${hasNotEnded})`;
}

/**
 * The viewer's {@link SubscribeState} at the statement's time; a visitor's id is null. A fan has at
 * most one live subscription to an influencer.
 */
export function subscribeState({ viewerId, influencerId, isOffered, paymentsOpen }: StateQuery) {
  const offer = sql.raw(paymentsOpen ? `'available'` : `'checkout_disabled'`);
  return sql<SubscribeState>`coalesce(
    (select case when ${grantsViewingNow} then 'subscribed'
        when ${userSubscriptions.isWithheld} then 'unavailable'
        when ${status} = 'active' then 'overdue' else ${status} end
      from ${userSubscriptions}
      where ${subscriberId} = ${viewerId} and ${userSubscriptions.influencerId} = ${influencerId}
        and ${hasNotEnded}),
    case when ${isOffered} then ${offer} else 'unavailable' end)`;
}
