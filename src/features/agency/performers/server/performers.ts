import { and, eq, sql } from 'drizzle-orm';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { NewPerformer, PerformerChange } from '../performers.schema.ts';
import { performers } from './performers.table.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;

/**
 * Adds a performer to the register. Repeating it with the same id adds one.
 * @throws DomainError 'invalid-input', or 'conflict' if the influencer or the id is in the register
 */
export async function addPerformer(db: Db, actor: Scoped, performer: NewPerformer): Promise<void> {
  await db.transaction(async (tx) => {
    await requireChosenInfluencer(tx, actor, 'influencerId', performer.influencerId);
    const added = await tx
      .insert(performers)
      .values({ ...performer, createdBy: actor.userId })
      // By the id or by the influencer: of two equal requests at once, the second can find either first.
      .onConflictDoNothing()
      .returning({ id: performers.id });
    if (added.length === 0) await requireSame(tx, performer);
  });
}

async function requireSame(tx: Db, { id, influencerId, legalSurname }: NewPerformer) {
  const [stored] = await tx.select().from(performers).where(eq(performers.id, id));
  if (!stored) {
    const message = 'This influencer is in the register already';
    throw new DomainError('conflict', message, [{ path: 'influencerId', message }]);
  }
  if (stored.influencerId !== influencerId || stored.legalSurname !== legalSurname) {
    throw new DomainError('conflict', 'Another performer has this id');
  }
}

/** Changes the identity of a performer. @throws DomainError 'not-found', or 'conflict' */
export async function changePerformer(
  db: Db,
  actor: Scoped,
  id: string,
  { version, ...changed }: PerformerChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockPerformer(tx, actor, id);
    if (stored.version !== version) {
      throw new DomainError('conflict', 'This performer has changed since you opened the form.');
    }
    await tx
      .update(performers)
      .set({ ...changed, version: version + 1 })
      .where(eq(performers.id, id));
  });
}

/** Archives a performer, which starts the retention period, or restores one. @throws DomainError 'not-found' */
export async function setPerformerArchived(
  db: Db,
  actor: Scoped,
  id: string,
  isArchived: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { influencerId, archivedAt } = await lockPerformer(tx, actor, id);
    if (isArchived === (archivedAt !== null)) return;
    if (!isArchived && influencerId === null) {
      throw new DomainError('not-allowed-in-state', 'The influencer’s account was deleted');
    }
    await tx
      .update(performers)
      .set({ archivedAt: isArchived ? sql`now()` : null })
      .where(eq(performers.id, id));
  });
}

/** Keeps a record regardless of its period, or lifts the hold. @throws DomainError 'not-found' */
export async function setPerformerHold(
  db: Db,
  actor: Scoped,
  id: string,
  reason: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerformer(tx, actor, id);
    await tx
      .update(performers)
      // Whoever lifts a hold decides that the person is an adult.
      .set({ holdReason: reason, ...(reason === null && { underageFoundAt: null }) })
      .where(eq(performers.id, id));
  });
}

/**
 * Locks a performer in the actor's scope; null is the performer themselves, without an account.
 * @throws DomainError 'not-found'
 */
export async function lockPerformer(tx: Db, actor: Scoped | null, id: string) {
  const [found] = await tx
    .select()
    .from(performers)
    .where(and(eq(performers.id, id), actor ? inScope(actor, performers.influencerId) : undefined))
    .for('update');
  if (!found) throw new DomainError('not-found', 'Performer not found');
  return found;
}
