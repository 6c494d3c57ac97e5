import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { prepareSelect, type RowOf } from '#src/platform/database/statement.ts';
import { JsonText } from '#src/platform/http/json-text.ts';
import { cachedFields, influencer, post, postVersion, type PostKind } from './post-fields.ts';
import type { PostRef } from './post-listing.ts';
import { contentPosts } from './posts.table.ts';
import type { Viewable } from './viewing.ts';

type CachedPost = RowOf<ReturnType<typeof cachedFields>>;

/** The part of a post that is the same for all viewers, as JSON text. */
export type PostText = { version: string; publishedAt: Date; json: JsonText<CachedPost> };

// About 1 KB each.
const CACHED_TEXTS = 20_000;

/**
 * Caches the newest texts in memory. A text is used only for the version that the listing has just
 * read, so other processes need no invalidation.
 */
function cacheTexts(pool: Pool, kind: PostKind) {
  const readPosts = prepareSelect(
    pool,
    { version: postVersion, ...cachedFields(kind) },
    (columns) => sql`
      select ${columns}
      from ${contentPosts} ${post} join ${profiles} ${influencer} on ${influencer.id} = ${post.influencerId}
      where ${post.id} = any(${sql.placeholder('ids')}::uuid[])`,
    `post_texts_${kind}`,
  );
  const cache = new Map<string, PostText>();

  function add({ version, ...fields }: CachedPost & { version: string }): PostText {
    const { id, publishedAt } = fields;
    const postText = { version, publishedAt, json: JsonText.of(fields) };
    cache.delete(id);
    cache.set(id, postText);
    if (cache.size > CACHED_TEXTS) cache.delete(cache.keys().next().value!);
    return postText;
  }

  return async (refs: readonly PostRef[]): Promise<Map<string, PostText>> => {
    const texts = new Map<string, PostText>();
    const ids: string[] = [];
    for (const { id, version } of refs) {
      const postText = cache.get(id);
      if (postText?.version === version) texts.set(id, postText);
      else ids.push(id);
    }
    if (ids.length > 0) for (const row of await readPosts({ ids })) texts.set(row.id, add(row));
    return texts;
  };
}

/**
 * Reads posts as JSON text: in full if they are viewable, else without files and with the preview of
 * the caption.
 */
export function createPostTexts(pool: Pool): {
  open: (refs: readonly Viewable<PostRef>[]) => Promise<Map<string, PostText>>;
  locked: (refs: readonly PostRef[]) => Promise<Map<string, PostText>>;
} {
  return { open: cacheTexts(pool, 'open'), locked: cacheTexts(pool, 'locked') };
}
