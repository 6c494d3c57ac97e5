import { and, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { ListPage } from '#src/lib/listing.ts';
import {
  containsText,
  jsonArray,
  jsonObject,
  type RowOf,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  RecordWorkQuery,
  RecordWorkRow,
  recordWorkRowSchema,
} from '../record-index.schema.ts';
import { removedWorkPeople, removedWorks } from './removed-works.table.ts';

type Row = z.input<typeof recordWorkRowSchema>;
type Person = RecordWorkRow['people'][number];

/** The length of a title, which is the beginning of the caption. A trigger uses the same. */
const TITLE_LENGTH = 80;

const depicted = alias(performers, 'depicted');
const own = alias(performers, 'own');

/** The people with these ids, by legal surname. */
const peopleOf = (ids: SQL) => sql<Person[]>`(
  select ${jsonArray(
    jsonObject({
      id: depicted.id,
      legalSurname: depicted.legalSurname,
      legalGivenNames: depicted.legalGivenNames,
    } satisfies SelectionOf<Person>),
    sql`lower(${depicted.legalSurname}), ${depicted.id}`,
  )} from ${performers} ${depicted} where ${depicted.id} = any(array(${ids})))`;

/** Posts that are or were published: also those that a complaint hides, or that were taken down. */
export const wasEverPublished = isNotNull(contentPosts.lastPublishedAt);

const PUBLISHED = {
  columns: {
    id: contentPosts.id,
    title: sql<string>`left(split_part(${contentPosts.caption}, E'\n', 1), ${sql.raw(String(TITLE_LENGTH))})`,
    path: sql<string>`'/subscriptions/' || ${contentPosts.influencerId} || '?post=' || ${contentPosts.id}`,
    publishedAt: sql<Date>`${contentPosts.lastPublishedAt}`.mapWith(contentPosts.createdAt),
    removedAt: sql<Date | null>`null`,
    people: peopleOf(sql`
      select ${own.id} from ${performers} ${own}
      where ${own.kind} = 'influencer' and ${own.influencerId} = ${contentPosts.influencerId}
      union select ${postPeople.performerId} from ${postPeople}
      where ${postPeople.postId} = ${contentPosts.id}`),
  },
  from: sql`${contentPosts}`,
  id: contentPosts.id,
  sorts: { published: { by: contentPosts.lastPublishedAt, type: 'timestamptz' } },
} satisfies Listing<'published'>;

const REMOVED = {
  columns: {
    id: removedWorks.id,
    title: removedWorks.title,
    path: removedWorks.path,
    publishedAt: removedWorks.publishedAt,
    removedAt: sql<Date | null>`${removedWorks.removedAt}`.mapWith(removedWorks.removedAt),
    people: peopleOf(sql`
      select ${removedWorkPeople.performerId} from ${removedWorkPeople}
      where ${removedWorkPeople.workId} = ${removedWorks.id}`),
  },
  from: sql`${removedWorks}`,
  id: removedWorks.id,
  sorts: { published: { by: removedWorks.publishedAt, type: 'timestamptz' } },
} satisfies Listing<'published'>;

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** The id of a post at the end of an address, or alone. */
const postIdIn = (text: string | undefined): string | undefined => text?.match(UUID)?.at(-1);

const isOwnWorkOf = (performerId: string) => sql`${contentPosts.influencerId} = (
  select ${own.influencerId} from ${performers} ${own}
  where ${own.id} = ${performerId} and ${own.kind} = 'influencer')`;
const isTagged = (performerId: string) => sql`${contentPosts.id} in (
  select ${postPeople.postId} from ${postPeople} where ${postPeople.performerId} = ${performerId})`;
const isRemovedWorkOf = (performerId: string) => sql`${removedWorks.id} in (
  select ${removedWorkPeople.workId} from ${removedWorkPeople}
  where ${removedWorkPeople.performerId} = ${performerId})`;

type Filter = Partial<Pick<RecordWorkQuery, 'search' | 'performer'>>;

const publishedWhere = (actor: Actor, { search, performer }: Filter) => {
  const id = postIdIn(search);
  return [
    wasEverPublished,
    inScope(actor, contentPosts.influencerId),
    id ? eq(contentPosts.id, id) : containsText(search, contentPosts.caption),
    performer && sql`(${isOwnWorkOf(performer)} or ${isTagged(performer)})`,
  ].filter((condition) => condition !== '');
};

const removedWhere = (actor: Actor, { search, performer }: Filter) => {
  const id = postIdIn(search);
  return [
    inScope(actor, removedWorks.influencerId),
    id ? eq(removedWorks.id, id) : containsText(search, removedWorks.title),
    performer ? isRemovedWorkOf(performer) : undefined,
  ];
};

type Stored = RowOf<(typeof PUBLISHED)['columns']>;

const withAddress =
  (publicUrl: string) =>
  ({ path, ...work }: Stored): Row => ({ ...work, address: `${publicUrl}${path}` });

export type WorkServices = { pool: Pool; config: { publicUrl: string } };

/** A page of the works with everybody in them, newest first. */
export async function listRecordWorks(
  { pool, config }: WorkServices,
  actor: Actor,
  query: RecordWorkQuery,
): Promise<ListPage<Row>> {
  const page = await (query.state === 'removed'
    ? listPage(pool, REMOVED, { ...query, where: removedWhere(actor, query) })
    : listPage(pool, PUBLISHED, { ...query, where: publishedWhere(actor, query) }));
  return { ...page, rows: page.rows.map(withAddress(config.publicUrl)) };
}

type AllQuery = Filter & Pick<RecordWorkQuery, 'sort' | 'state'>;

/** All works of a state that match a filter, in batches. */
export async function* allRecordWorks(
  { pool, config }: WorkServices,
  actor: Actor,
  query: AllQuery,
): AsyncGenerator<Row[]> {
  const { sort } = query;
  const batches =
    query.state === 'removed'
      ? listAll(pool, REMOVED, { sort, where: removedWhere(actor, query) })
      : listAll(pool, PUBLISHED, { sort, where: publishedWhere(actor, query) });
  for await (const works of batches) yield works.map(withAddress(config.publicUrl));
}

/** Every work that a performer is or was in, in batches: own posts, those of others, removed ones. */
export async function* worksOfPerformer(
  { pool, config }: WorkServices,
  actor: Actor,
  performerId: string,
): AsyncGenerator<Row[]> {
  const [isOwn, tagged] = [isOwnWorkOf(performerId), isTagged(performerId)];
  const scope = inScope(actor, contentPosts.influencerId);
  const sort = 'published';
  const parts = [
    listAll(pool, PUBLISHED, { sort, where: [wasEverPublished, scope, isOwn] }),
    listAll(pool, PUBLISHED, {
      sort,
      where: [wasEverPublished, scope, tagged, sql`(${isOwn}) is not true`],
    }),
    listAll(pool, REMOVED, { sort, where: removedWhere(actor, { performer: performerId }) }),
  ];
  for (const batches of parts) {
    for await (const works of batches) yield works.map(withAddress(config.publicUrl));
  }
}

/** How many works a performer is or was in. */
export function countWorksOf(performer: typeof performers): SQL<number> {
  return sql<number>`(
    (select count(*) from ${contentPosts} where ${and(wasEverPublished, eq(performer.kind, sql`'influencer'`), eq(contentPosts.influencerId, performer.influencerId))})
    + (select count(*) from ${postPeople} join ${contentPosts} on ${contentPosts.id} = ${postPeople.postId}
      where ${postPeople.performerId} = ${performer.id} and ${wasEverPublished}
        and (${performer.kind} <> 'influencer' or ${ne(contentPosts.influencerId, performer.influencerId)}))
    + (select count(*) from ${removedWorkPeople} where ${removedWorkPeople.performerId} = ${performer.id}))::int`;
}
