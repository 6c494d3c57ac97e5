import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { captionPreview } from '#src/lib/text.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';
import type { Post } from '../posts.schema.ts';
import { postVersion, type PostRef } from './post-listing.ts';
import type { Viewable } from './viewing.ts';

/** A post as JSON text up to the value of `unread`: what follows depends on the viewer. */
export type PostText = { version: string; publishedAt: string; text: string };

type PostRow = Omit<Post, 'publishedAt' | 'locked' | 'unread' | 'subscribeState'> & {
  version: string;
  publishedAt: Date;
};

// About 1 KB each.
const KEPT_TEXTS = 20_000;

const readPosts = (source: SQL): SQL => sql`
  select p.id, p.caption, p.category, p.published_at as "publishedAt", ${postVersion} as version,
    json_build_object(
      'id', i.id,
      'fullName', coalesce(nullif(i.full_name, ''), 'Unknown'),
      'publicUrl', i.public_url
    ) as influencer,
    (
      select coalesce(json_agg(json_build_object(
        'mediaType', m.media_type,
        'width', m.width,
        'height', m.height,
        'durationSeconds', m.duration_seconds,
        'teaser', m.teaser,
        'source', ${source}
      ) order by m.display_order), '[]')
      from content_media m where m.post_id = p.id
    ) as media
  from content_posts p join profiles i on i.id = p.influencer_id
  where p.id = any(${sql.placeholder('ids')}::uuid[])`;

const OPEN = sql`json_build_object('id', m.id, 'widths', m.variant_widths)`;
const LOCKED = sql`null::json`;

/**
 * Keeps the newest texts in memory. A text is used only for the version that the listing has just
 * read, so that nothing has to be told to other processes.
 */
function keepTexts(pool: Pool, kind: 'open' | 'locked') {
  const read = prepareStatement<PostRow>(
    pool,
    readPosts(kind === 'open' ? OPEN : LOCKED),
    `post_texts_${kind}`,
  );
  const kept = new Map<string, PostText>();

  function keep({ version, publishedAt, ...post }: PostRow): PostText {
    const shown: Omit<Post, 'unread' | 'subscribeState'> = {
      id: post.id,
      // A locked post gives away no more of its caption than its card shows.
      caption: kind === 'locked' ? captionPreview(post.caption) : post.caption,
      category: post.category,
      publishedAt: publishedAt.toISOString(),
      influencer: post.influencer,
      locked: kind === 'locked',
      media: post.media,
    };
    const text = `${JSON.stringify(shown).slice(0, -1)},"unread":`;
    const postText = { version, publishedAt: shown.publishedAt, text };
    kept.delete(post.id);
    kept.set(post.id, postText);
    if (kept.size > KEPT_TEXTS) kept.delete(kept.keys().next().value!);
    return postText;
  }

  return async (refs: readonly PostRef[]): Promise<Map<string, PostText>> => {
    const texts = new Map<string, PostText>();
    const ids: string[] = [];
    for (const { id, version } of refs) {
      const postText = kept.get(id);
      if (postText?.version === version) texts.set(id, postText);
      else ids.push(id);
    }
    if (ids.length > 0) for (const row of await read({ ids })) texts.set(row.id, keep(row));
    return texts;
  };
}

/**
 * Reads posts as JSON text: in full for whom they are viewable, else without their files and with
 * the preview of their caption alone.
 */
export function createPostTexts(pool: Pool): {
  open: (refs: readonly Viewable<PostRef>[]) => Promise<Map<string, PostText>>;
  locked: (refs: readonly PostRef[]) => Promise<Map<string, PostText>>;
} {
  return { open: keepTexts(pool, 'open'), locked: keepTexts(pool, 'locked') };
}
