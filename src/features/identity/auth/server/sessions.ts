import { randomBytes } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareCommand } from '#src/platform/database/statement.ts';
import { callerOf, type Actor } from '#src/platform/http/operation.ts';

/** A session ends after `idle` without use, and `absolute` after signing in. */
type Limits = { idle: string; absolute: string };
type SessionLimits = { remembered: Limits; unremembered: Limits };

/** Fans and influencers reach only their own data, and some come once a month. */
const MEMBER_LIMITS: SessionLimits = {
  remembered: { idle: '30 days', absolute: '180 days' },
  unremembered: { idle: '1 day', absolute: '7 days' },
};
/** Admins and staff reach the data of everyone: a working day, or a fortnight with a long weekend. */
const BACK_OFFICE_LIMITS: SessionLimits = {
  remembered: { idle: '4 days', absolute: '14 days' },
  unremembered: { idle: '2 hours', absolute: '12 hours' },
};

const limitsOf = (role: Role | null): SessionLimits =>
  role === 'admin' || role === 'staff' ? BACK_OFFICE_LIMITS : MEMBER_LIMITS;

export type NewSession = {
  userId: string;
  role: Role | null;
  /** Whether the session outlives the browser. */
  isRemembered: boolean;
} & Partial<SessionClient>;

/** The device of a session, as the browser describes itself, and the country of its address. */
export type SessionClient = { userAgent: string | undefined; country: string | null };

/** Creates a session and returns its token. */
export async function createSession(
  db: Db,
  { userId, role, isRemembered, userAgent, country }: NewSession,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const { idle } = limitsOf(role)[isRemembered ? 'remembered' : 'unremembered'];
  const expiresAt = sql`now() + ${idle}::interval`;
  await db.insert(sessions).values({ userId, token, userAgent, country, isRemembered, expiresAt });
  return token;
}

/**
 * Renews sessions in use, every five minutes at most, by the limits of the user's role. The renewal
 * returns the token of a renewed session, else null.
 */
export function createSessionRenewal(db: Db) {
  const limit = (name: string) => sql`${sql.placeholder(name)}::interval`;
  const until = (idle: string, absolute: string) =>
    sql`least(now() + ${limit(idle)}, ${sessions.createdAt} + ${limit(absolute)})`;
  const statement = db
    .update(sessions)
    .set({
      expiresAt: sql`case when ${sessions.isRemembered}
        then ${until('rememberedIdle', 'rememberedAbsolute')}
        else ${until('idle', 'absolute')} end`,
    })
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        lt(sessions.updatedAt, sql`now() - interval '5 minutes'`),
      ),
    )
    .returning({ token: sessions.token, isRemembered: sessions.isRemembered })
    .prepare('session_renewal');
  return async ({ sessionId: id, role }: Actor) => {
    const { remembered, unremembered } = limitsOf(role);
    const [renewed] = await statement.execute({
      id,
      ...unremembered,
      rememberedIdle: remembered.idle,
      rememberedAbsolute: remembered.absolute,
    });
    return renewed ?? null;
  };
}

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

/** Ends the session of a token, if there is one. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token));
}

/** Deletes expired sessions, which contain what devices their users have. */
export async function sweepSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}
