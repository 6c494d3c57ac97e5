import { sql } from 'drizzle-orm';
import { testClockIsBefore } from '#src/features/money/payments/server/sandbox/test-clock.ts';
import { RENEWAL_GRACE_DAYS } from '../subscriptions.rules.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const grace = sql.raw(`interval '${RENEWAL_GRACE_DAYS} days'`);

// Last in the conditions, so that test clocks are only read for rows whose period is over.
const clockLags = testClockIsBefore(
  userSubscriptions,
  sql`${userSubscriptions.currentPeriodEnd} + ${grace}`,
);

/**
 * The rule `grantsViewing` in SQL at the statement's time, for a row of user_subscriptions; false while
 * the influencer is suspended for a violation.
 */
export const grantsViewingNow = sql<boolean>`(${userSubscriptions.status} = 'active' and not ${userSubscriptions.isWithheld} and case
  when ${userSubscriptions.cancelAt} is not null then ${userSubscriptions.cancelAt} > now()
  else ${userSubscriptions.currentPeriodEnd} > now() - ${grace} or ${clockLags} end)`;

/** The rule `isOverdue` in SQL, likewise. */
export const isOverdueNow = sql<boolean>`(
  ${userSubscriptions.status} = 'active' and ${userSubscriptions.cancelAt} is null
  and ${userSubscriptions.currentPeriodEnd} <= now() - ${grace} and not ${clockLags})`;
