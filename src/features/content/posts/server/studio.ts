import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import type { MediaPass } from '#src/features/content/media/server/media-pass.ts';
import { DomainError } from '#src/lib/problem.ts';
import { likePattern, prepareStatement } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { FEED_PAGE_SIZE } from '../feed.schema.ts';
import type { PostState, StudioFilter, StudioPost, studioQuerySchema } from '../posts.schema.ts';
import { cursorOf, positionOf, type Position } from './cursor.ts';
import { fileInScope, postInScope } from './post-scope.ts';
import { viewsOfPost } from './post-views.ts';

type Row = Omit<StudioPost, 'state' | 'createdAt' | 'publishAt' | 'publishedAt'> & {
  createdAt: Date;
  publishAt: Date | null;
  publishedAt: Date | null;
};

const STATES: Record<NonNullable<StudioFilter['state']>, SQL> = {
  draft: sql`p.publish_at is null and p.published_at is null`,
  scheduled: sql`p.publish_at is not null and p.published_at is null`,
  published: sql`p.published_at is not null`,
  // Nothing becomes visible with a failed file.
  failed: sql`p.published_at is null
    and exists (select from content_media f where f.post_id = p.id and f.state = 'failed')`,
};

/** A file `m` as those who make posts see it. */
export const STUDIO_MEDIA = sql`json_build_object(
  'id', m.id, 'fileName', m.file_name, 'fileSize', m.file_size, 'mediaType', m.media_type,
  'state', m.state, 'failure', m.failure, 'width', m.width, 'height', m.height,
  'durationSeconds', m.duration_seconds, 'teaser', m.teaser,
  'widths', m.variant_widths, 'renditions', m.renditions
)`;

const readPosts = (where: SQL): SQL => sql`
  select p.id, p.version, p.caption, p.category, p.created_at as "createdAt",
    p.publish_at as "publishAt", p.published_at as "publishedAt", ${viewsOfPost} as views,
    case when i.id is not null then json_build_object(
      'id', i.id, 'fullName', coalesce(nullif(i.full_name, ''), 'Unknown')
    ) end as influencer,
    (
      select coalesce(json_agg(${STUDIO_MEDIA} order by m.display_order), '[]')
      from content_media m where m.post_id = p.id
    ) as media
  from content_posts p left join profiles i on i.id = p.influencer_id
  where ${where}
  order by p.created_at desc, p.id desc limit ${sql.raw(String(FEED_PAGE_SIZE + 1))}`;

const inScopeOf = (actor: Actor): SQL =>
  postInScope(actor, { influencerId: sql`p.influencer_id`, createdBy: sql`p.created_by` }) ??
  sql`true`;

function conditions(filter: StudioFilter, from: Position | undefined, actor: Actor): SQL {
  const list = [inScopeOf(actor)];
  if (filter.influencerId) {
    list.push(sql`p.influencer_id = ${sql.placeholder('influencerId')}::uuid`);
  }
  if (filter.category) list.push(sql`p.category = ${sql.placeholder('category')}::text`);
  if (filter.search) list.push(sql`p.caption ilike ${sql.placeholder('search')}::text`);
  if (filter.state) list.push(STATES[filter.state]);
  // What is being thought about stays in the office.
  if (actor.role === 'influencer') list.push(sql`p.publish_at is not null`);
  if (from) {
    list.push(sql`(p.created_at, p.id)
      < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('before')}::uuid)`);
  }
  return sql.join(list, sql` and `);
}

function stateOf({ publishAt, publishedAt }: Row): PostState {
  if (publishedAt) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

const toPost = (row: Row): StudioPost => ({
  ...row,
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
  publishAt: row.publishAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

/** Posts in every state, for those who make them. */
export function createStudio({ pool, mediaPass }: { pool: Pool; mediaPass: MediaPass }) {
  // Few people ask, and the statement differs by who does: none of it is prepared ahead.
  const read = <R extends object>(statement: SQL) => prepareStatement<R>(pool, statement);

  /** What has become of these files; those that are gone are left out. */
  async function listMedia(actor: Actor, ids: string[]): Promise<StudioMedia[]> {
    const isInScope = fileInScope(actor, { id: sql`m.id`, createdBy: sql`m.created_by` });
    const statement = sql`
      select ${STUDIO_MEDIA} as media from content_media m
      where m.id = any(${sql.param(ids)}::uuid[]) and ${isInScope ?? sql`true`}`;
    return (await read<{ media: StudioMedia }>(statement)({})).map(({ media }) => media);
  }

  async function listPosts(
    actor: Actor,
    { cursor, search, ...filter }: z.output<typeof studioQuerySchema>,
  ) {
    const from = positionOf(cursor);
    if (actor.role === 'influencer') filter.influencerId = actor.userId;
    const where = conditions({ search, ...filter }, from, actor);
    // Planned for the filters at hand: they come in many combinations, and from few people.
    const rows = await read<Row>(readPosts(where))({
      ...filter,
      search: search && likePattern(search),
      at: from?.at,
      before: from?.id,
    });
    const hasMore = rows.length > FEED_PAGE_SIZE;
    if (hasMore) rows.pop();
    const posts = rows.map(toPost);
    const last = posts.at(-1);
    const nextCursor = hasMore && last ? cursorOf({ at: last.createdAt, id: last.id }) : null;
    return { posts, pass: mediaPass.issue(actor.sessionId), nextCursor };
  }

  return {
    listMedia,
    /** All posts for the back office; their own that are or will be published for an influencer. */
    listPosts,
    /** @throws DomainError 'not-found' */
    async getPost(actor: Actor, id: string) {
      const [row] = await read<Row>(readPosts(sql`p.id = ${id} and ${inScopeOf(actor)}`))({});
      if (!row) throw new DomainError('not-found', 'Post not found');
      return { post: toPost(row), pass: mediaPass.issue(actor.sessionId) };
    },
  };
}

export type Studio = ReturnType<typeof createStudio>;
