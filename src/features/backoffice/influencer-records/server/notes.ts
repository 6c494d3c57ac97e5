import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { newNoteSchema, noteSchema } from '../notes.schema.ts';

type Note = z.input<typeof noteSchema>;

const notes = {
  columns: {
    id: personNotes.id,
    note: personNotes.note,
    createdAt: personNotes.createdAt,
    author: nameOrEmail<string | null>(users),
  },
  from: sql`${personNotes} left join ${users} on ${users.id} = ${personNotes.createdBy}`,
  id: personNotes.id,
  sorts: { newest: { by: personNotes.createdAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

/** Refuses a person whom the actor may not see. @throws DomainError 'not-found' */
type RequirePerson = (db: Db, actor: Actor, id: string) => Promise<unknown>;
type At = { id: string; after?: string | undefined };

/** The notes about a person, newest first. */
export async function listNotes(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  requirePerson: RequirePerson,
  { id, after }: At,
): Promise<ListPage<Note>> {
  await requirePerson(db, actor, id);
  return readNotes(pool, id, after);
}

/** A page of the notes, for callers that have checked the access to the person. */
export function readNotes(pool: Pool, personId: string, after?: string) {
  const where = [eq(personNotes.personId, personId)];
  return listPage(pool, notes, { where, sort: '-newest', after });
}

type NewNote = z.output<typeof newNoteSchema> & { personId: string };

/**
 * Adds a note about a person. Repeating it with the same id stores it once.
 * @throws DomainError 'not-found', or 'conflict' when the id is another note's
 */
export async function addNote(
  db: Db,
  actor: Actor,
  requirePerson: RequirePerson,
  note: NewNote,
): Promise<{ id: string }> {
  try {
    return await db.transaction(async (tx) => {
      await requirePerson(tx, actor, note.personId);
      return insertNote(tx, actor, note);
    });
  } catch (error) {
    // The person was deleted after the check.
    const isDeleted = parseDatabaseError(error)?.code === '23503';
    throw isDeleted ? new DomainError('not-found', 'This person no longer exists') : error;
  }
}

async function insertNote(tx: Db, actor: Actor, { id, personId, note }: NewNote) {
  const values = { id, personId, note, createdBy: actor.userId };
  await tx.insert(personNotes).values(values).onConflictDoNothing();
  const [stored] = await tx.select().from(personNotes).where(eq(personNotes.id, id));
  const isSame =
    stored?.note === note && stored.personId === personId && stored.createdBy === actor.userId;
  if (!isSame) throw new DomainError('conflict', 'Another note has this id');
  return { id };
}

/** @throws DomainError 'not-found' */
export function deleteNote(
  db: Db,
  actor: Actor,
  requirePerson: RequirePerson,
  { id, noteId }: { id: string; noteId: string },
) {
  return db.transaction(async (tx) => {
    await requirePerson(tx, actor, id);
    const deleted = await tx
      .delete(personNotes)
      .where(and(eq(personNotes.id, noteId), eq(personNotes.personId, id)))
      .returning({ id: personNotes.id });
    if (deleted.length === 0) throw new DomainError('not-found', 'The note no longer exists');
  });
}
