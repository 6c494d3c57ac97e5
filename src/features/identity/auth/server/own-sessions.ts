import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { ownSessionSchema } from '../security.schema.ts';
import { forgetDevices } from './known-devices.ts';

/** More than anybody reads; the others can be ended together. */
const MAXIMUM_LISTED = 100;

/** The actor's sessions, the last used first. */
export async function listOwnSessions(
  db: Db,
  { userId, sessionId }: Actor,
): Promise<z.input<typeof ownSessionSchema>[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      country: sessions.country,
      signedInAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.updatedAt))
    .limit(MAXIMUM_LISTED);
  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    device: nameDevice(userAgent),
    isCurrent: session.id === sessionId,
  }));
}

type Ending = { actor: Actor; device: string | null };

/**
 * Ends one of the actor's sessions. All other devices become new ones, because a session does not
 * state its device.
 * @throws DomainError 'not-found'
 */
export async function endOwnSession(db: Db, { actor, device }: Ending, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, actor.userId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new DomainError('not-found', 'This session has already ended');
    await forgetDevices(tx, actor.userId, device ?? undefined);
  });
}

/** Ends the actor's other sessions and forgets the other devices. */
export async function endOtherSessions(db: Db, { actor, device }: Ending): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)));
    await forgetDevices(tx, actor.userId, device ?? undefined);
  });
}
