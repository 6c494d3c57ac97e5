import { randomBytes } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

export const REMEMBERED_DAYS = 30;
const REMEMBERED = { lifetime: `${REMEMBERED_DAYS} days`, renewal: `${REMEMBERED_DAYS - 1} days` };
const UNREMEMBERED = { lifetime: '1 day', renewal: '12 hours' };

export type NewSession = {
  userId: string;
  /** Whether the session outlives the browser. */
  isRemembered: boolean;
  userAgent?: string | undefined;
};

/** Creates a session and returns its token. */
export async function createSession(
  db: Db,
  { userId, isRemembered, userAgent }: NewSession,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const { lifetime } = isRemembered ? REMEMBERED : UNREMEMBERED;
  const expiresAt = sql`now() + ${lifetime}::interval`;
  await db.insert(sessions).values({ userId, token, userAgent, expiresAt });
  return token;
}

/**
 * Renews sessions in use: remembered ones once a day, others when half a day is left. The renewal
 * returns the token of a renewed session, else null.
 */
export function createSessionRenewal(db: Db) {
  const fromNow = (name: string) => sql`now() + ${sql.placeholder(name)}::interval`;
  const statement = db
    .update(sessions)
    .set({ expiresAt: fromNow('lifetime') })
    .where(and(eq(sessions.id, sql.placeholder('id')), lt(sessions.expiresAt, fromNow('renewal'))))
    .returning({ token: sessions.token })
    .prepare('session_renewal');
  return async ({ sessionId: id }: Actor, isRemembered: boolean): Promise<string | null> => {
    const [renewed] = await statement.execute({
      id,
      ...(isRemembered ? REMEMBERED : UNREMEMBERED),
    });
    return renewed?.token ?? null;
  };
}

/** Ends the session of a token, if it exists. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token));
}
