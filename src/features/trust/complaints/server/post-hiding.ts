import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { hidePost, restorePost } from '#src/features/content/posts/server/hidden-posts.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { complaints } from './complaints.table.ts';

type Subject = { id: string; postId: string | null };

/**
 * Hides the post of a complaint, which then requires it to be hidden.
 * @returns whether the post was visible until now
 */
export async function hidePostOf(tx: Db, { id, postId }: Subject): Promise<boolean> {
  if (!postId) return false;
  await tx
    .update(complaints)
    .set({
      hidesPostSince: sql`coalesce(${complaints.hidesPostSince}, now())`,
      hidesPostAt: null,
    })
    .where(eq(complaints.id, id));
  return hidePost(tx, postId);
}

/**
 * Ends the requirement of a complaint, and restores its post unless another complaint requires it to
 * be hidden.
 * @returns whether the post is visible again
 */
export async function restorePostOf(tx: Db, { id, postId }: Subject): Promise<boolean> {
  const released = await tx
    .update(complaints)
    .set({ hidesPostSince: null })
    .where(and(eq(complaints.id, id), isNotNull(complaints.hidesPostSince)))
    .returning({ id: complaints.id });
  if (!postId || released.length === 0) return false;
  // Of two complaints that end at the same time, the second must see the first. Both hold the post's
  // key, because of the foreign key of the row that they changed.
  await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId))
    .for('no key update');
  const [other] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(
      and(
        eq(complaints.postId, postId),
        ne(complaints.id, id),
        isNotNull(complaints.hidesPostSince),
      ),
    )
    .limit(1);
  if (other) return false;
  return restorePost(tx, postId);
}
