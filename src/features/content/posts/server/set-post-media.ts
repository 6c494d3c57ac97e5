import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentPosts } from './posts.table.ts';

/**
 * Sets the files of a post and their order. Allowed are files already in the post, unused files of
 * the actor, and files that the post's influencer submitted for a task. Other files leave the post;
 * submitted files stay with their task.
 * @returns the states of the files
 * @throws DomainError 'conflict' when a file is not (or no longer) available,
 *   'invalid-input' when a file was submitted by another influencer or is reused for another one
 */
export async function setPostMedia(tx: Db, actor: Actor, postId: string, mediaIds: string[]) {
  const ids = [...new Set(mediaIds)];
  const { taskId, createdBy, reusedFor } = contentMedia;
  const isUnused = isNull(contentMedia.postId);
  const isSubmitted = isSubmittedFor(postId);
  const isFree = and(isUnused, or(and(isNull(taskId), eq(createdBy, actor.userId)), isSubmitted));
  // Locked in one order: if two posts want the same file, the second waits and finds it used.
  const files = await tx
    .select({
      id: contentMedia.id,
      state: contentMedia.state,
      isOfAnother: sql<boolean>`${taskId} is not null and (${isSubmitted}) is not true`,
      isReusedForAnother: sql<boolean>`${reusedFor} is not null
        and ${reusedFor} is distinct from ${influencerOf(postId)}`,
    })
    .from(contentMedia)
    .where(and(inArray(contentMedia.id, ids), or(eq(contentMedia.postId, postId), isFree)))
    .orderBy(asc(contentMedia.id))
    .for('update');
  if (files.length < ids.length) {
    throw new DomainError('conflict', 'A file has already been used or no longer exists');
  }
  if (files.some(({ isOfAnother }) => isOfAnother)) {
    throw invalidInfluencer('Files submitted for a task can only be used for that influencer');
  }
  if (files.some(({ isReusedForAnother }) => isReusedForAnother)) {
    throw invalidInfluencer('Files from the vault can only be used for their influencer');
  }
  await tx
    .update(contentMedia)
    .set({ postId: null, displayOrder: null })
    .where(and(eq(contentMedia.postId, postId), notInArray(contentMedia.id, ids)));
  // Two steps, because two files must never share a position.
  await tx
    .update(contentMedia)
    .set({ displayOrder: sql`-1 - ${contentMedia.displayOrder}` })
    .where(eq(contentMedia.postId, postId));
  for (const [displayOrder, id] of ids.entries()) {
    await tx.update(contentMedia).set({ postId, displayOrder }).where(eq(contentMedia.id, id));
  }
  return files;
}

const invalidInfluencer = (message: string) =>
  new DomainError('invalid-input', message, [{ path: 'influencerId', message }]);

/** Whether a file was submitted by the influencer of the post. */
const isSubmittedFor = (postId: string) =>
  and(isNotNull(contentMedia.taskId), sql`${contentMedia.ownerId} = ${influencerOf(postId)}`);

const influencerOf = (postId: string) => sql`(
  select ${contentPosts.influencerId} from ${contentPosts} where ${contentPosts.id} = ${postId})`;
