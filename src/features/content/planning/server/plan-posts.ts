import { and, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  changePost,
  createDraft,
  createPost,
  requireFuture,
  type PostVersion,
} from '#src/features/content/posts/server/posts.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { PlannedPosts, postMoveSchema } from '../planning.schema.ts';

type Dependencies = { db: Db; jobs: Jobs };

/**
 * Moves a scheduled post, or a draft with a planned time. The same operation with the returned
 * version undoes it, and is refused once anything else has changed the post.
 * @throws DomainError 'invalid-input' for a time in the past, 'conflict' after another change,
 *   'not-allowed-in-state' for a published post
 */
export function movePost(
  { db }: Dependencies,
  actor: Actor,
  { id, version, at, timeZone }: z.output<typeof postMoveSchema> & { id: string },
): Promise<PostVersion> {
  const time = requireFuture('at', at).toISOString();
  const { publishAt, plannedAt, publishedAt } = contentPosts;
  const moved = (column: typeof publishAt | typeof plannedAt) =>
    sql`case when ${column} is not null then ${time}::timestamptz end`;
  return changePost(
    db,
    actor,
    { id, version },
    { publishAt: moved(publishAt), plannedAt: moved(plannedAt), timeZone },
    and(isNull(publishedAt), or(isNotNull(publishAt), isNotNull(plannedAt))),
  );
}

/**
 * Creates one post for each file: all of them, or none.
 * @throws DomainError like {@link createPost}
 */
export function planPosts(
  { db, jobs }: Dependencies,
  actor: Actor,
  { influencerId, performerIds, category, timeZone, isScheduled, posts }: PlannedPosts,
) {
  return db.transaction(async (tx) => {
    const created: PostVersion[] = [];
    for (const [index, { caption, mediaId, at }] of posts.entries()) {
      const content = { caption, category, influencerId, performerIds, mediaIds: [mediaId] };
      requireFuture(`posts.${index}.at`, at);
      const plan = { at, timeZone };
      created.push(
        await (isScheduled
          ? createPost({ db: tx, jobs }, actor, { ...content, publishAt: at, timeZone })
          : createDraft({ db: tx, jobs }, actor, { ...content, plan })),
      );
    }
    return { posts: created };
  });
}
