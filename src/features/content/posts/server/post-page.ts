import type { Pool } from 'pg';
import type { z } from 'zod';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import type { Config } from '#src/platform/config/config.ts';
import { decodeCursor, encodeCursor } from '#src/platform/http/cursor.ts';
import { JsonText } from '#src/platform/http/json-text.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  FEED_PAGE_SIZE,
  type feedQuerySchema,
  type FeedFilter,
  type FeedScope,
} from '../feed.schema.ts';
import type { postPageSchema } from '../posts.schema.ts';
import { LIVE_FIELDS, type Post } from './post-fields.ts';
import { createPostListing, FEED_ORDER, type PostRef } from './post-listing.ts';
import { createPostTexts } from './post-texts.ts';
import { whenViewable } from './viewing.ts';

type PageQuery = z.output<typeof feedQuerySchema>;

type Dependencies = { pool: Pool; mediaTokens: MediaTokens; config: Pick<Config, 'payments'> };

/** Lists posts page by page as JSON, newest first; posts without the right to view are locked. */
export function createPostPages({ pool, mediaTokens, config }: Dependencies) {
  const listing = createPostListing(pool, { paymentsOpen: config.payments.sales.length > 0 });
  const texts = createPostTexts(pool);

  async function readTexts(refs: PostRef[]) {
    const viewable = refs.map(whenViewable).filter((ref) => ref !== null);
    const open = await texts.open(viewable);
    const locked = await texts.locked(refs.filter((ref) => !ref.viewable));
    return (ref: PostRef) => (ref.viewable ? open : locked).get(ref.id);
  }

  async function listPage(scope: FeedScope, actor: Actor, { cursor, ...filter }: PageQuery) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, FEED_ORDER.type);
    const refs = await listing.list(scope, actor, filter, after);
    const hasMore = refs.length > FEED_PAGE_SIZE;
    if (hasMore) refs.pop();
    const textOf = await readTexts(refs);
    const posts: JsonText<Post>[] = [];
    let nextCursor: string | null = null;
    for (const ref of refs) {
      const text = textOf(ref);
      // The post was deleted since it was listed.
      if (!text) continue;
      posts.push(JsonText.extend(text.json, ref, LIVE_FIELDS));
      if (hasMore && ref === refs.at(-1)) {
        nextCursor = encodeCursor({ key: text.publishedAt.toISOString(), id: ref.id });
      }
    }
    return JsonText.object<z.input<typeof postPageSchema>>({
      posts: JsonText.array(posts),
      mediaToken: JsonText.of(mediaTokens.issue(actor.sessionId)),
      nextCursor: JsonText.of(nextCursor),
    });
  }

  return {
    listPage,
    countPosts: (scope: FeedScope, actor: Actor, filter: FeedFilter) =>
      listing.count(scope, actor, filter),
  };
}

export type PostPages = ReturnType<typeof createPostPages>;
