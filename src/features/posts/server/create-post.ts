import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { userRoles } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { uploads } from '#src/features/media/server/uploads.table.ts';
import { grantsViewingNow } from '#src/features/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { newPostSchema } from '../posts.schema.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentMedia, contentPosts } from './posts.table.ts';

/** Everyone a post can be published for, by name. */
export const listPostableInfluencers = (db: Db) =>
  db
    .select({ id: profiles.id, fullName: profiles.fullName })
    .from(profiles)
    .innerJoin(userRoles, and(eq(userRoles.userId, profiles.id), eq(userRoles.role, 'influencer')))
    .orderBy(asc(sql`lower(${profiles.fullName})`), asc(profiles.id));

/**
 * Publishes a post from the actor's unused uploads and tells every subscriber who may view it.
 * @throws DomainError 'invalid-input' for an unknown influencer, 'conflict' when a file is not (or
 *   no longer) the actor's to use
 */
export async function createPost(
  db: Db,
  actor: Actor,
  { uploadIds, ...post }: z.output<typeof newPostSchema>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await requireInfluencer(tx, post.influencerId);
    const files = await takeUploads(tx, actor, uploadIds);
    const [created] = await tx
      .insert(contentPosts)
      .values({ ...post, createdBy: actor.userId })
      .returning({ id: contentPosts.id });
    const postId = created!.id;
    await tx
      .insert(contentMedia)
      .values(files.map((file, displayOrder) => ({ ...file, postId, displayOrder })));
    await notifySubscribers(tx, postId, post.influencerId);
    return postId;
  });
}

async function requireInfluencer(tx: Db, id: string): Promise<void> {
  const [influencer] = await tx
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, id), eq(userRoles.role, 'influencer')));
  if (influencer) return;
  const message = 'Influencer not found';
  throw new DomainError('invalid-input', message, [{ path: 'influencerId', message }]);
}

// Deleting is the lock: of two posts with the same file, the second waits and finds it gone.
async function takeUploads(tx: Db, actor: Actor, ids: string[]) {
  const taken = await tx
    .delete(uploads)
    .where(and(inArray(uploads.id, ids), eq(uploads.createdBy, actor.userId)))
    .returning();
  const byId = new Map(taken.map((upload) => [upload.id, upload]));
  return [...new Set(ids)].map((id) => {
    const upload = byId.get(id);
    if (!upload) throw new DomainError('conflict', 'A file was used already or is no longer there');
    const { id: _id, createdBy: _createdBy, fileName: _fileName, createdAt: _at, ...file } = upload;
    return file;
  });
}

async function notifySubscribers(tx: Db, postId: string, influencerId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${postNotifications} (post_id, subscriber_id)
    select ${postId}::uuid, ${userSubscriptions.subscriberId}
    from ${userSubscriptions}
    where ${userSubscriptions.influencerId} = ${influencerId} and ${grantsViewingNow}
  `);
}
