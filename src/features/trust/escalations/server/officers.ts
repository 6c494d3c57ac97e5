import { and, asc, eq, not, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { OfficerRole, officersSchema } from '../escalations.schema.ts';
import { childSafetyOfficers } from './escalations.table.ts';

/** Whether the actor is the child safety officer or the deputy. */
export async function isOfficer(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<boolean> {
  const found = await db
    .select({ role: childSafetyOfficers.role })
    .from(childSafetyOfficers)
    .where(eq(childSafetyOfficers.userId, userId));
  return found.length > 0;
}

/** Requires one of the two officers; for everybody else, escalations do not exist. @throws 'not-found' */
export async function requireOfficer(db: Db, actor: Pick<Actor, 'userId'>): Promise<void> {
  if (!(await isOfficer(db, actor))) throw new DomainError('not-found', 'Escalation not found');
}

// Every user has an email address.
const nameOf = sql<string>`${nameOrEmail(users)}`;
const isActiveAdmin = and(eq(userRoles.role, 'admin'), not(isSuspendedNow));

const listAdmins = (db: Db) =>
  db
    .select({ id: users.id, name: nameOf })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(isActiveAdmin)
    .orderBy(asc(users.name), asc(users.id));

/** Who the officers are, and who can be appointed. */
export async function listOfficers(db: Db): Promise<z.input<typeof officersSchema>> {
  const found = await db
    .select({
      role: childSafetyOfficers.role,
      id: users.id,
      name: nameOf,
      appointedAt: childSafetyOfficers.appointedAt,
    })
    .from(childSafetyOfficers)
    .innerJoin(users, eq(users.id, childSafetyOfficers.userId));
  return {
    officers: found.map(({ role, appointedAt, ...user }) => ({ role, user, appointedAt })),
    admins: await listAdmins(db),
  };
}

/**
 * Appoints an admin, or dismisses whoever has the role. Admins appoint each other; only a single admin
 * appoints themselves.
 * @throws DomainError 'invalid-input' for others than admins and for oneself, 'conflict' for somebody
 *   with the other role
 */
export async function appointOfficer(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  { role, userId }: { role: OfficerRole; userId: string | null },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const [current] = await tx
        .select({ userId: childSafetyOfficers.userId })
        .from(childSafetyOfficers)
        .where(eq(childSafetyOfficers.role, role))
        .for('update');
      if ((current?.userId ?? null) === userId) return;
      if (userId) await requireAppointable(tx, actor, userId);
      await tx.delete(childSafetyOfficers).where(eq(childSafetyOfficers.role, role));
      if (!userId) return;
      await tx.insert(childSafetyOfficers).values({ role, userId, appointedBy: actor.userId });
    });
  } catch (error) {
    if (parseDatabaseError(error)?.code !== '23505') throw error;
    throw refusal('This admin already has the other role');
  }
}

/** An appointment, whose two people are the officer and whoever appoints them. */
export function begunAppointment(userId: string): Begun {
  return { rule: 'child-safety-officer', recordId: userId, begunBy: userId };
}

async function requireAppointable(tx: Db, actor: Pick<Actor, 'userId'>, userId: string) {
  const admins = await listAdmins(tx);
  if (!admins.some(({ id }) => id === userId)) throw refusal('Choose an admin');
  if (userId === actor.userId && admins.length > 1) {
    throw refusal('Another admin has to appoint you');
  }
  if (userId !== actor.userId) await requireTwoPeople(tx, actor, begunAppointment(userId));
}

const refusal = (message: string) =>
  new DomainError('invalid-input', message, [{ path: 'userId', message }]);
