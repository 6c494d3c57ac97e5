import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts as posts, postDate } from '#src/features/content/posts/server/posts.table.ts';
import { isBlockedPost, stateOf } from '#src/features/content/posts/server/studio.ts';
import { labelOf } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import {
  jsonObject,
  selectRows,
  type RowOf,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  CALENDAR_LIMIT,
  type calendarSchema,
  type CalendarPost,
  type CalendarQuery,
} from '../planning.schema.ts';

const name = nameOrUnknown(profiles.fullName);

const FIELDS = {
  id: posts.id,
  version: posts.version,
  publishAt: posts.publishAt,
  publishedAt: posts.publishedAt,
  hiddenAt: posts.hiddenAt,
  at: sql<Date>`${postDate}`.mapWith(posts.createdAt),
  timeZone: posts.timeZone,
  caption: sql<string>`left(${posts.caption}, ${sql.raw(String(CAPTION_PREVIEW_LENGTH))})`,
  influencer: sql<
    CalendarPost['influencer']
  >`case when ${profiles.id} is not null then ${jsonObject({
    id: profiles.id,
    fullName: name,
  } satisfies SelectionOf<NonNullable<CalendarPost['influencer']>>)} end`,
  fileCount: sql<number>`(select count(*)::int from ${contentMedia} where ${contentMedia.postId} = ${posts.id})`,
  hasFailed: sql<boolean>`${posts.publishedAt} is null and exists (
    select from ${contentMedia} where ${contentMedia.postId} = ${posts.id} and ${contentMedia.state} = 'failed')`,
  isBlocked: isBlockedPost,
  aiUse: posts.aiUse,
};

function toCalendarPost(post: RowOf<typeof FIELDS>) {
  const { publishAt, publishedAt, hiddenAt, aiUse, ...row } = post;
  return { ...row, state: stateOf({ publishAt, publishedAt, hiddenAt }), aiLabel: labelOf(aiUse) };
}

/** Drafts are visible only to the back office, and in the calendar once they have a planned time. */
function visibleTo(actor: Actor): SQL | undefined {
  if (actor.role !== 'influencer')
    return or(isNotNull(posts.publishAt), isNotNull(posts.plannedAt));
  return and(isNotNull(posts.publishAt), eq(posts.influencerId, actor.userId));
}

/** The published, scheduled and planned posts of a period; for an influencer their own. */
export async function getCalendar(
  pool: Pool,
  actor: Actor,
  { from, to, influencerId }: CalendarQuery,
): Promise<z.input<typeof calendarSchema>> {
  const conditions = [
    sql`${postDate} >= ${from}::timestamptz and ${postDate} < ${to}::timestamptz`,
    influencerId === undefined ? undefined : eq(posts.influencerId, influencerId),
    visibleTo(actor),
    postInScope(actor),
  ];
  const found = await selectRows(
    pool,
    FIELDS,
    (columns) => sql`
      select ${columns} from ${posts} left join ${profiles} on ${profiles.id} = ${posts.influencerId}
      where ${and(...conditions)}
      order by ${postDate}, ${posts.id} limit ${sql.raw(String(CALENDAR_LIMIT + 1))}`,
  );
  return {
    posts: found.slice(0, CALENDAR_LIMIT).map(toCalendarPost),
    hasMore: found.length > CALENDAR_LIMIT,
  };
}

const PAGE_SIZE = 20;

const lastAt = sql`(select max(${posts.publishedAt}) from ${posts}
  where ${posts.influencerId} = ${profiles.id} and ${posts.publishedAt} is not null)`;
const nextAt = sql`(select min(${postDate}) from ${posts}
  where ${posts.influencerId} = ${profiles.id} and ${postDate} > now()
    and ${posts.publishAt} is not null and ${posts.publishedAt} is null)`;

const LONGEST_GAP_FIRST: Order = {
  by: sql`coalesce(posting.last_at, '-infinity')`,
  type: 'timestamptz',
  id: sql`posting.id`,
  descending: false,
};

/** Lists active influencers with their last and next post, those without a post for longest first. */
export async function listPosting(pool: Pool, actor: Actor, cursor: string | undefined) {
  const order = LONGEST_GAP_FIRST;
  const following =
    cursor === undefined ? sql`true` : isAfter(order, decodeCursor(cursor, order.type));
  const columns = {
    id: sql<string>`posting.id`,
    fullName: sql<string>`posting.full_name`,
    lastAt: sql<Date | null>`posting.last_at`.mapWith(posts.publishedAt),
    nextAt: sql<Date | null>`posting.next_at`.mapWith(posts.publishedAt),
    positionKey: positionKey(order),
  };
  const found = await selectRows(
    pool,
    columns,
    (selected) => sql`
      select ${selected} from (
        select ${profiles.id} as id, ${name} as full_name, ${lastAt} as last_at, ${nextAt} as next_at
        from ${profiles}
        join ${users} on ${users.id} = ${profiles.id} and not ${isSuspendedNow}
        join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer'
        where ${and(eq(profiles.isActive, true), inScope(actor, profiles.id))}
      ) posting where ${following}
      order by ${orderBy(order)} limit ${sql.raw(String(PAGE_SIZE + 1))}`,
  );
  const { rows, next } = takePage(found, PAGE_SIZE);
  return { influencers: rows, nextCursor: next };
}
