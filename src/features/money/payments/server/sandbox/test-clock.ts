import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { sandboxSubscriptions } from '../billing.table.ts';

/** The test clocks of those of these subscriptions that have one, by the sandbox's ids. */
export async function readTestClocks(db: Db, ids: string[]): Promise<Map<string, Date>> {
  const { id, clockAt } = sandboxSubscriptions;
  const rows = await db.select({ id, clockAt }).from(sandboxSubscriptions).where(inArray(id, ids));
  return new Map(rows.flatMap((row) => (row.clockAt ? [[row.id, row.clockAt] as const] : [])));
}

type SubscriptionColumns = { provider: SQLWrapper; providerSubscriptionId: SQLWrapper };

/** Whether the test clock of a subscription has not reached an instant. */
export const testClockIsBefore = (
  { provider, providerSubscriptionId }: SubscriptionColumns,
  instant: SQL,
): SQL<boolean> => sql`exists (
  select from ${sandboxSubscriptions}
  where ${sandboxSubscriptions.id} = ${providerSubscriptionId} and ${provider} = 'sandbox'
    and ${sandboxSubscriptions.clockAt} < ${instant})`;
