import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { postReviews } from './post-reviews.table.ts';

type Review = typeof postReviews.$inferInsert;

/** A scheduled post with a file that is ready; its time has come unless the values say otherwise. */
export async function addScheduledPost(
  app: TestApp,
  influencer: TestUser,
  author: TestUser,
  values: Partial<typeof contentPosts.$inferInsert> = {},
): Promise<{ id: string; mediaId: string }> {
  const [post] = await app.db
    .insert(contentPosts)
    .values({
      caption: 'A post',
      category: 'Cosplay',
      aiUse: 'none',
      influencerId: influencer.id,
      createdBy: author.id,
      publishAt: new Date(Date.now() - 60_000),
      ...values,
    })
    .returning({ id: contentPosts.id });
  const file = { postId: post!.id, displayOrder: 0, state: 'ready' } as const;
  return { id: post!.id, mediaId: await createUploadedFile(app, author, file) };
}

/** Stores a decision about the present content of a post, made a minute ago. */
export async function insertReview(
  { db }: Pick<TestApp, 'db'>,
  postId: string,
  values: Pick<Review, 'decision'> & Partial<Review>,
): Promise<string> {
  const { rows } = await db.execute<{ hash: string; influencer: string }>(sql`
    select post_content_hash(id, influencer_id, caption, ai_use) as hash, influencer_id as influencer
    from ${contentPosts} where id = ${postId}`);
  const minuteAgo = new Date(Date.now() - 60_000);
  const isNegative = values.decision === 'rejected' || values.decision === 'changes-requested';
  const [review] = await db
    .insert(postReviews)
    .values({
      postId,
      influencerId: rows[0]!.influencer,
      contentHash: rows[0]!.hash,
      waitedSince: minuteAgo,
      decidedBy: randomUUID(),
      decidedAt: minuteAgo,
      ...(isNegative && { policy: 'quality', note: 'Too dark' }),
      ...values,
    })
    .returning({ id: postReviews.id });
  return review!.id;
}

/** Lets the time pass in which decisions about a post can be undone. */
export async function passUndoTime({ db }: Pick<TestApp, 'db'>, postId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // No other path changes a decision.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update ${postReviews} set decided_at = decided_at - interval '1 minute' where post_id = ${postId}`);
  });
}
