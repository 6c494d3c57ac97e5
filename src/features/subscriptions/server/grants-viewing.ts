import { sql } from 'drizzle-orm';
import { userSubscriptions } from './subscriptions.table.ts';

/** The rule `grantsViewing` in SQL, as of the statement's time: over a row of user_subscriptions. */
export const grantsViewingNow = sql<boolean>`(${userSubscriptions.status} = 'active' and (${userSubscriptions.cancelAt} is null or ${userSubscriptions.cancelAt} > now()))`;
