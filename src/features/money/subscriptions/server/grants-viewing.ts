import { sql, type SQL } from 'drizzle-orm';
import { RENEWAL_GRACE_DAYS } from '../subscriptions.rules.ts';

const grace = sql.raw(`interval '${RENEWAL_GRACE_DAYS} days'`);

// Comes last: a statement looks at test clocks only for rows whose period is over by the real time.
const clockLags = (row: SQL) => sql`exists (
  select from sandbox_subscriptions sandbox
  where sandbox.id = ${row}.provider_subscription_id and ${row}.provider = 'sandbox'
    and sandbox.clock_at < ${row}.current_period_end + ${grace})`;

const subscription = sql`user_subscriptions`;

/** The rule `grantsViewing` in SQL, as of the statement's time: over a row of user_subscriptions. */
export const grantsViewingNow = sql<boolean>`(${subscription}.status = 'active' and case
  when ${subscription}.cancel_at is not null then ${subscription}.cancel_at > now()
  else ${subscription}.current_period_end > now() - ${grace} or ${clockLags(subscription)} end)`;

/** The rule `isOverdue` in SQL, likewise. @param row alias of user_subscriptions */
export const isOverdueNow = (row: SQL = subscription): SQL<boolean> => sql`(
  ${row}.status = 'active' and ${row}.cancel_at is null
  and ${row}.current_period_end <= now() - ${grace} and not ${clockLags(row)})`;
