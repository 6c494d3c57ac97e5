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
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
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
  { posts, isScheduled, timeZone, ...shared }: PlannedPosts,
) {
  return db.transaction(async (tx) => {
    if (isScheduled) await requireAllowedCaptions(tx, posts);
    const created: PostVersion[] = [];
    for (const [index, { caption, mediaId, at }] of posts.entries()) {
      const content = { ...shared, caption, mediaIds: [mediaId] };
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

/** @throws DomainError 'invalid-input' that names every caption with a banned term */
async function requireAllowedCaptions(tx: Db, posts: PlannedPosts['posts']): Promise<void> {
  const captions = posts.map(({ caption }, index) => [`posts.${index}.caption`, caption] as const);
  await requireAllowedText(tx, Object.fromEntries(captions));
}
