import { and, eq, lt, sql } from 'drizzle-orm';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/**
 * Keeps a session alive that ends with the browser: a day more, once half a day is left. The
 * library renews the remembered ones only.
 */
export function createSessionRenewal(db: Db) {
  const statement = db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '1 day'` })
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        lt(sessions.expiresAt, sql`now() + interval '12 hours'`),
      ),
    )
    .prepare('session_renewal');
  return async (actor: Actor): Promise<void> => {
    await statement.execute({ id: actor.sessionId });
  };
}
