import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { influencerNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { newNoteSchema, noteSchema } from '../notes.schema.ts';

type Note = z.input<typeof noteSchema>;

const notes = {
  columns: {
    id: influencerNotes.id,
    note: influencerNotes.note,
    createdAt: influencerNotes.createdAt,
    author: sql<string | null>`coalesce(nullif(btrim(${users.name}), ''), ${users.email})`,
  },
  from: sql`${influencerNotes} left join ${users} on ${users.id} = ${influencerNotes.createdBy}`,
  id: influencerNotes.id,
  sorts: { newest: { by: influencerNotes.createdAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

type At = { id: string; after?: string | undefined };

/** The notes about an influencer, newest first. */
export async function listNotes(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  { id, after }: At,
): Promise<ListPage<Note>> {
  await requireInfluencer(db, actor, id);
  return readNotes(pool, id, after);
}

/** A page of the notes, for callers that have checked the access to the influencer. */
export function readNotes(pool: Pool, influencerId: string, after?: string) {
  const where = [eq(influencerNotes.influencerId, influencerId)];
  return listPage(pool, notes, { where, sort: '-newest', after });
}

type NewNote = z.output<typeof newNoteSchema> & { influencerId: string };

/**
 * Adds a note about an influencer. Repeating it with the same id stores it once.
 * @throws DomainError 'not-found', or 'conflict' when the id is another note's
 */
export async function addNote(db: Db, actor: Actor, note: NewNote): Promise<{ id: string }> {
  try {
    return await db.transaction((tx) => insertNote(tx, actor, note));
  } catch (error) {
    // The influencer was deleted after the check.
    const isDeleted = parseDatabaseError(error)?.code === '23503';
    throw isDeleted ? new DomainError('not-found', 'Influencer not found') : error;
  }
}

async function insertNote(tx: Db, actor: Actor, { id, influencerId, note }: NewNote) {
  await requireInfluencer(tx, actor, influencerId);
  const values = { id, influencerId, note, createdBy: actor.userId };
  await tx.insert(influencerNotes).values(values).onConflictDoNothing();
  const [stored] = await tx.select().from(influencerNotes).where(eq(influencerNotes.id, id));
  const isSame =
    stored?.note === note &&
    stored.influencerId === influencerId &&
    stored.createdBy === actor.userId;
  if (!isSame) throw new DomainError('conflict', 'Another note has this id');
  return { id };
}

/** @throws DomainError 'not-found' */
export function deleteNote(db: Db, actor: Actor, { id, noteId }: { id: string; noteId: string }) {
  return db.transaction(async (tx) => {
    await requireInfluencer(tx, actor, id);
    const deleted = await tx
      .delete(influencerNotes)
      .where(and(eq(influencerNotes.id, noteId), eq(influencerNotes.influencerId, id)))
      .returning({ id: influencerNotes.id });
    if (deleted.length === 0) throw new DomainError('not-found', 'The note no longer exists');
  });
}
