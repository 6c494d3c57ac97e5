import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { sandboxSubscriptions } from '../billing.table.ts';

/** The test clocks of these subscriptions by the sandbox's ids; those without one are absent. */
export async function readTestClocks(db: Db, ids: string[]): Promise<Map<string, Date>> {
  const { id, clockAt } = sandboxSubscriptions;
  const rows = await db.select({ id, clockAt }).from(sandboxSubscriptions).where(inArray(id, ids));
  return new Map(rows.flatMap((row) => (row.clockAt ? [[row.id, row.clockAt] as const] : [])));
}

type SubscriptionColumns = { provider: SQLWrapper; providerSubscriptionId: SQLWrapper };

/** Whether the test clock of a subscription is before an instant. */
export function testClockIsBefore(
  { provider, providerSubscriptionId }: SubscriptionColumns,
  instant: SQL,
): SQL<boolean> {
  return sql`exists (
  select from ${sandboxSubscriptions}
  where ${sandboxSubscriptions.id} = ${providerSubscriptionId} and ${provider} = 'sandbox'
    and ${sandboxSubscriptions.clockAt} < ${instant})`;
}
