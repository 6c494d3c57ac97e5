import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import {
  colleagueOf,
  colleaguesOf,
  requireColleague,
} from '#src/features/identity/colleagues/server/colleagues.ts';
import { TEAM_MAIL_QUEUE } from '#src/features/identity/colleagues/server/owners.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { AFTER_UNDO } from '#src/platform/jobs/undo.ts';
import type { Commented, commentSchema, NewComment } from '../comments.schema.ts';
import { COMMENTED_RECORDS, maySee, requireRecord } from './commented-records.ts';
import { comments } from './comments.table.ts';

type Comment = z.input<typeof commentSchema>;

const LISTING = {
  columns: {
    id: comments.id,
    text: comments.text,
    author: colleagueOf(comments.authorId),
    mentions: colleaguesOf(comments.mentions),
    createdAt: comments.createdAt,
  },
  from: sql`${comments}`,
  id: comments.id,
  sorts: { newest: { by: comments.createdAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

/** The comments on a record, newest first. @throws DomainError 'not-found' */
export async function listComments(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  { after, ...commented }: Commented & { after?: string | undefined },
): Promise<ListPage<Comment>> {
  await requireRecord(db, actor, commented);
  const where = [eq(COMMENTED_RECORDS[commented.kind].column, commented.recordId)];
  return listPage(pool, LISTING, { where, sort: '-newest', after });
}

type Dependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };

/**
 * Adds a comment on a record and tells the mentioned colleagues. Repeating it with the same id stores
 * it once.
 * @throws DomainError 'not-found', 'invalid-input' for a colleague who may not see the record, or
 * 'conflict' when the id is another comment's
 */
export async function addComment(
  { db, jobs }: Dependencies,
  actor: Actor,
  comment: NewComment & Commented,
): Promise<{ id: string }> {
  try {
    return await db.transaction((tx) => insertComment({ db: tx, jobs }, actor, comment));
  } catch (error) {
    // The record was deleted after the check.
    const isDeleted = parseDatabaseError(error)?.code === '23503';
    throw isDeleted ? new DomainError('not-found', 'The record no longer exists') : error;
  }
}

async function insertComment(
  { db: tx, jobs }: Dependencies,
  actor: Actor,
  { id, text, mentions, ...commented }: NewComment & Commented,
) {
  await requireRecord(tx, actor, commented);
  for (const mentioned of mentions) {
    const colleague = await requireColleague(tx, mentioned);
    if (!(await maySee(tx, colleague, commented))) {
      throw new DomainError('invalid-input', `${colleague.name} doesn’t have access to this`);
    }
  }
  const { name } = COMMENTED_RECORDS[commented.kind];
  const values = { id, text, mentions, authorId: actor.userId, [name]: commented.recordId };
  const added = await tx
    .insert(comments)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: comments.id });
  if (added.length === 0) await requireSame(tx, actor, { id, text, ...commented });
  else {
    for (const userId of mentions) {
      if (userId !== actor.userId) await jobs.enqueue(tx, TEAM_MAIL_QUEUE, { userId }, AFTER_UNDO);
      await publishLiveEvent(tx, { topic: 'notifications', userId });
    }
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  }
  return { id };
}

async function requireSame(
  tx: Db,
  actor: Actor,
  { id, text, kind, recordId }: Commented & { id: string; text: string },
): Promise<void> {
  const [stored] = await tx.select().from(comments).where(eq(comments.id, id));
  const isSame =
    stored?.text === text &&
    stored.authorId === actor.userId &&
    stored[COMMENTED_RECORDS[kind].name] === recordId;
  if (!isSame) throw new DomainError('conflict', 'Another comment has this id');
}

/** Deletes an own comment; admins delete any. @throws DomainError 'not-found' */
export async function deleteComment(
  db: Db,
  actor: Actor,
  { commentId, ...commented }: Commented & { commentId: string },
): Promise<void> {
  await requireRecord(db, actor, commented);
  const deleted = await db
    .delete(comments)
    .where(
      and(
        eq(comments.id, commentId),
        eq(COMMENTED_RECORDS[commented.kind].column, commented.recordId),
        actor.role === 'admin' ? undefined : eq(comments.authorId, actor.userId),
      ),
    )
    .returning({ id: comments.id });
  if (deleted.length === 0) throw new DomainError('not-found', 'The comment no longer exists');
}
