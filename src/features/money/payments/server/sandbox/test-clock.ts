import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { sandboxSubscriptions } from '../billing.table.ts';

/** The test clocks of those of these subscriptions that have one, by the sandbox's ids. */
export async function readTestClocks(db: Db, ids: string[]): Promise<Map<string, Date>> {
  const { id, clockAt } = sandboxSubscriptions;
  const rows = await db.select({ id, clockAt }).from(sandboxSubscriptions).where(inArray(id, ids));
  return new Map(rows.flatMap((row) => (row.clockAt ? [[row.id, row.clockAt] as const] : [])));
}

/**
 * Whether the test clock of a subscription has not reached an instant.
 * @param row alias of a row with `provider` and `provider_subscription_id`
 */
export const testClockIsBefore = (row: SQL, instant: SQL): SQL => sql`exists (
  select from sandbox_subscriptions sandbox
  where sandbox.id = ${row}.provider_subscription_id and ${row}.provider = 'sandbox'
    and sandbox.clock_at < ${instant})`;
