import { and, asc, eq } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import type { Category } from '#src/lib/categories.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { newPostSchema } from '../posts.schema.ts';
import { recordContent } from './contents/post-contents.ts';
import { postInScope } from './post-scope.ts';
import { contentPosts } from './posts.table.ts';
import { changePost, publishDraft, unschedulePost } from './posts.ts';

type Dependencies = { db: Db; jobs: Jobs };
type StoredPost = typeof contentPosts.$inferSelect;

/** Publishes complete drafts and scheduled posts now. */
export function publishPosts(dependencies: Dependencies, actor: Actor, ids: string[]) {
  return changePosts(dependencies, actor, ids, async (tx, post) => {
    if (post.publishedAt) throw refusal('It is published already');
    const mediaIds = await listFiles(tx, post.id);
    const complete = newPostSchema.safeParse({
      caption: post.caption,
      category: post.category ?? undefined,
      aiUse: post.aiUse,
      influencerId: post.influencerId ?? undefined,
      mediaIds,
    });
    if (!complete.success) throw refusal(complete.error.issues[0]!.message);
    const { id, version } = post;
    await publishDraft({ ...dependencies, db: tx }, actor, { ...complete.data, id, version });
  });
}

/** Turns scheduled posts into drafts that are planned for the same time. */
export function unschedulePosts(dependencies: Dependencies, actor: Actor, ids: string[]) {
  return changePosts(dependencies, actor, ids, async (tx, post) => {
    if (post.publishedAt) throw refusal('It is published already');
    if (!post.publishAt) throw refusal('It is a draft already');
    await unschedulePost({ ...dependencies, db: tx }, actor, post);
  });
}

/** Gives posts in any state a category. */
export function categorizePosts(
  dependencies: Dependencies,
  actor: Actor,
  { ids, category }: { ids: string[]; category: Category },
) {
  return changePosts(dependencies, actor, ids, async (tx, post) => {
    if (post.category !== category) await changePost(tx, actor, post, { category }, undefined);
  });
}

/** Says of posts in any state whether AI made them; where reviews are required, they are reviewed again. */
export function labelPosts(
  dependencies: Dependencies,
  actor: Actor,
  { ids, aiUse }: { ids: string[]; aiUse: AiUse },
) {
  return changePosts(dependencies, actor, ids, async (tx, post) => {
    if (post.aiUse === aiUse) return;
    await changePost(tx, actor, post, { aiUse }, undefined);
    await recordContent(tx, actor, post.id);
    await publishLiveEvent(tx, { topic: 'media' });
  });
}

/** Changes the current version of each post, one after another. */
function changePosts(
  { db }: Dependencies,
  actor: Actor,
  ids: string[],
  change: (tx: Db, post: StoredPost) => Promise<void>,
): Promise<BulkResult> {
  return changeEach(ids, (id) =>
    db.transaction(async (tx) => {
      const [post] = await tx
        .select()
        .from(contentPosts)
        .where(and(eq(contentPosts.id, id), postInScope(actor)))
        .for('update');
      if (!post) throw new DomainError('not-found', 'Post not found');
      await change(tx, post);
    }),
  );
}

async function listFiles(tx: Db, postId: string): Promise<string[]> {
  const files = await tx
    .select({ id: contentMedia.id })
    .from(contentMedia)
    .where(eq(contentMedia.postId, postId))
    .orderBy(asc(contentMedia.displayOrder));
  return files.map(({ id }) => id);
}

const refusal = (reason: string) => new DomainError('not-allowed-in-state', reason);
