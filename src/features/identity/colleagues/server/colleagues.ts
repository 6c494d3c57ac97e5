import { and, eq, inArray, not, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonArray, jsonObject, type SelectionOf } from '#src/platform/database/statement.ts';
import { COLLEAGUE_LIMIT, type Colleague, type colleagueSchema } from '../colleagues.schema.ts';

const isColleague = and(inArray(userRoles.role, ['admin', 'staff']), not(isSuspendedNow));

/** The people of the back office who may work, by name. */
export async function listColleagues(db: Db): Promise<z.input<typeof colleagueSchema>[]> {
  const name = nameOrEmail(users);
  return db
    .select({ id: users.id, name })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(isColleague)
    .orderBy(sql`lower(${name})`, users.id)
    .limit(COLLEAGUE_LIMIT);
}

const person = alias(users, 'person');

/** A colleague as JSON; null for a column without a value. */
export function colleagueOf(userId: SQLWrapper) {
  const colleague = jsonObject({
    id: person.id,
    name: nameOrEmail(person),
  } satisfies SelectionOf<Colleague>);
  return sql<Colleague | null>`(select ${colleague} from ${users} ${person} where ${person.id} = ${userId})`;
}

/** The colleagues of a column with many ids as JSON, by name; without those who were deleted. */
export function colleaguesOf(userIds: SQLWrapper) {
  const colleague = jsonObject({ id: person.id, name: nameOrEmail(person) });
  return sql<
    Colleague[]
  >`(select ${jsonArray(colleague, nameOrEmail(person))} from ${users} ${person}
    where ${person.id} = any(${userIds}))`;
}

/**
 * A colleague who may be given work.
 * @throws DomainError 'invalid-input' for everyone else
 */
export async function requireColleague(db: Db, id: string) {
  const [found] = await db
    .select({
      userId: users.id,
      name: nameOrEmail(users),
      isLimited: userRoles.isLimited,
      role: userRoles.role,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isColleague, eq(users.id, id)));
  if (!found) throw new DomainError('invalid-input', 'They no longer work in the back office');
  return { ...found, isLimited: found.role === 'staff' && found.isLimited };
}
