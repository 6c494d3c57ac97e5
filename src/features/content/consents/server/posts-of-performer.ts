import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lockPerformer } from '#src/features/agency/performers/server/performers.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts, postDate } from '#src/features/content/posts/server/posts.table.ts';
import { isBlockedPost, stateOf } from '#src/features/content/posts/server/studio.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonObject } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  POSTS_OF_PERFORMER_LIMIT,
  type PostOfPerformer,
  type postsOfPerformerSchema,
} from '../consents.schema.ts';

/** The newest posts that a performer is in and the actor may see. @throws DomainError 'not-found' */
export function listPostsOfPerformer(
  db: Db,
  actor: Actor,
  performerId: string,
): Promise<z.input<typeof postsOfPerformerSchema>> {
  return db.transaction(async (tx) => {
    const { kind, influencerId } = await lockPerformer(tx, actor, performerId);
    const tagged = tx
      .select({ id: postPeople.postId })
      .from(postPeople)
      .where(eq(postPeople.performerId, performerId));
    const isOwn =
      kind === 'influencer' && influencerId
        ? eq(contentPosts.influencerId, influencerId)
        : undefined;
    const found = await tx
      .select({
        id: contentPosts.id,
        publishAt: contentPosts.publishAt,
        publishedAt: contentPosts.publishedAt,
        hiddenAt: contentPosts.hiddenAt,
        isBlocked: isBlockedPost,
        caption: sql<string>`left(${contentPosts.caption}, ${sql.raw(String(CAPTION_PREVIEW_LENGTH))})`,
        at: sql<Date>`${postDate}`.mapWith(contentPosts.createdAt),
        influencer: sql<
          PostOfPerformer['influencer']
        >`case when ${profiles.id} is not null then ${jsonObject({
          id: profiles.id,
          fullName: nameOrUnknown(profiles.fullName),
        })} end`,
      })
      .from(contentPosts)
      .leftJoin(profiles, eq(profiles.id, contentPosts.influencerId))
      .where(and(or(isOwn, inArray(contentPosts.id, tagged)), postInScope(actor)))
      .orderBy(desc(postDate), desc(contentPosts.id))
      .limit(POSTS_OF_PERFORMER_LIMIT + 1);
    const posts = found
      .slice(0, POSTS_OF_PERFORMER_LIMIT)
      .map(({ publishAt, publishedAt, hiddenAt, ...post }) => ({
        ...post,
        state: stateOf({ publishAt, publishedAt, hiddenAt }),
      }));
    return { posts, hasMore: found.length > POSTS_OF_PERFORMER_LIMIT };
  });
}
