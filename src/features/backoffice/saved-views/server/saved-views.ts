import { and, count, eq, or, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  SAVED_VIEW_LIMIT,
  type NewSavedView,
  type savedViewChangesSchema,
  type savedViewSchema,
} from '../saved-views.schema.ts';
import { savedViews } from './saved-views.table.ts';

type SavedView = z.input<typeof savedViewSchema>;
type Changes = z.output<typeof savedViewChangesSchema> & { id: string };

const isOwn = ({ userId }: Actor) => eq(savedViews.ownerId, userId);

/** The actor's views and those that colleagues share, by name. */
export function listSavedViews(pool: Pool, actor: Actor): Promise<SavedView[]> {
  const row = {
    id: savedViews.id,
    name: savedViews.name,
    path: savedViews.path,
    search: savedViews.search,
    isShared: savedViews.isShared,
    isOwn: sql<boolean>`${isOwn(actor)}`,
    owner: nameOrEmail(users),
  } satisfies SelectionOf<SavedView>;
  return selectRows(
    pool,
    row,
    (columns) => sql`
      select ${columns} from ${savedViews} join ${users} on ${users.id} = ${savedViews.ownerId}
      where ${or(isOwn(actor), eq(savedViews.isShared, true))}
      order by lower(${savedViews.name}), ${savedViews.id}`,
  );
}

/** @throws DomainError 'conflict' for a name that is taken, 'not-allowed-in-state' at the limit */
export function saveView(db: Db, actor: Actor, view: NewSavedView): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    // Saving at the same moment in two tabs must not exceed the limit.
    await tx.select().from(users).where(eq(users.id, actor.userId)).for('no key update');
    const [stored] = await tx.select({ count: count() }).from(savedViews).where(isOwn(actor));
    if (stored!.count >= SAVED_VIEW_LIMIT) {
      throw new DomainError(
        'not-allowed-in-state',
        `You have ${SAVED_VIEW_LIMIT} views. Delete one first.`,
      );
    }
    const [saved] = await refuseTakenName(
      tx
        .insert(savedViews)
        .values({ ...view, ownerId: actor.userId })
        .returning({ id: savedViews.id }),
    );
    return saved!;
  });
}

/** Changes an own view. @throws DomainError 'not-found', 'conflict' for a name that is taken */
export async function changeView(db: Db, actor: Actor, { id, ...changes }: Changes): Promise<void> {
  const changed = await refuseTakenName(
    db
      .update(savedViews)
      .set(changes)
      .where(and(eq(savedViews.id, id), isOwn(actor)))
      .returning({ id: savedViews.id }),
  );
  if (changed.length === 0) throw new DomainError('not-found', 'The view no longer exists');
}

/** Deletes an own view. @throws DomainError 'not-found' */
export async function deleteView(db: Db, actor: Actor, id: string): Promise<void> {
  const deleted = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), isOwn(actor)))
    .returning({ id: savedViews.id });
  if (deleted.length === 0) throw new DomainError('not-found', 'The view no longer exists');
}

async function refuseTakenName<T>(change: PromiseLike<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (parseDatabaseError(error)?.code !== '23505') throw error;
    throw new DomainError('conflict', 'You have a view with this name');
  }
}
