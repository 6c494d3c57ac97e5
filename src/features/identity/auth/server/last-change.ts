import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { prepareCommand } from '#src/platform/database/statement.ts';
import { callerOf, type Actor } from '#src/platform/http/operation.ts';

/**
 * Creates a function that records that a user may have changed something until now, for all sessions of
 * the user: a replica that has not come so far must not answer them.
 */
export function prepareRecordChange(pool: Pool): (actor: Actor) => Promise<void> {
  const record = prepareCommand(
    pool,
    sql`update ${sessions}
      set last_change = greatest(last_change, pg_current_wal_insert_lsn())
      where ${sessions.userId} = ${sql.placeholder('userId')}::uuid`,
    'record_change',
  );
  return (actor) => record({ userId: callerOf(actor) });
}
