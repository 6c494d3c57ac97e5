import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import { contentMedia } from './content-media.table.ts';

/**
 * Puts exactly these files into the post, in this order: those it has, and the actor's own that
 * are in no post. What it had beside them is in no post any more.
 * @returns the states of the files
 * @throws DomainError 'conflict' when a file is not (or no longer) there for this post
 */
export async function placeMedia(tx: Db, actor: Actor, postId: string, mediaIds: string[]) {
  const ids = [...new Set(mediaIds)];
  const isUnusedAndOwn = and(isNull(contentMedia.postId), eq(contentMedia.createdBy, actor.userId));
  // Locked in one order: of two posts with the same file, the second waits and finds it taken.
  const files = await tx
    .select({ id: contentMedia.id, state: contentMedia.state })
    .from(contentMedia)
    .where(and(inArray(contentMedia.id, ids), or(eq(contentMedia.postId, postId), isUnusedAndOwn)))
    .orderBy(asc(contentMedia.id))
    .for('update');
  if (files.length < ids.length) {
    throw new DomainError('conflict', 'A file was used already or is no longer there');
  }
  await tx
    .update(contentMedia)
    .set({ postId: null, displayOrder: null })
    .where(and(eq(contentMedia.postId, postId), notInArray(contentMedia.id, ids)));
  // Two steps, for no two files may share a place even for a moment.
  await tx
    .update(contentMedia)
    .set({ displayOrder: sql`-1 - ${contentMedia.displayOrder}` })
    .where(eq(contentMedia.postId, postId));
  for (const [displayOrder, id] of ids.entries()) {
    await tx.update(contentMedia).set({ postId, displayOrder }).where(eq(contentMedia.id, id));
  }
  return files;
}
