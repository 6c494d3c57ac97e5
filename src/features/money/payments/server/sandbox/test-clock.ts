import { sql, type SQL } from 'drizzle-orm';
import { sandboxSubscriptions } from '../billing.table.ts';

/**
 * The test clock that the sandbox bills a subscription by, over a row of user_subscriptions; null
 * where billing goes by the real time.
 */
export const testClock = sql`(
  select sandbox.clock_at from sandbox_subscriptions sandbox
  where sandbox.id = user_subscriptions.provider_subscription_id
    and user_subscriptions.provider = 'sandbox')`.mapWith(
  sandboxSubscriptions.clockAt,
) as SQL<Date | null>;
