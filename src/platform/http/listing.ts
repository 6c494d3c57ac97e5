import { and, sql, type Column, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import {
  type RowOf,
  type Selection,
  selectPlannedOnce,
  selectRows,
} from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  encodeCursor,
  isAfter,
  orderBy,
  positionKey,
  type Order,
  type Position,
} from './cursor.ts';

/** The source of the rows of a back-office list. */
export type Listing<S extends string, Columns extends Selection = Selection> = {
  columns: Columns;
  from: SQL;
  /** The uuid that orders rows with equal sort values. */
  id: SQL | Column;
  /** The sort options: an expression that is never null, and its type. */
  sorts: Record<S, Pick<Order, 'by' | 'type'>>;
};

type ListQuery<S extends string> = {
  where: (SQL | undefined)[];
  sort: S | `-${S}`;
  /** Only these rows, as far as they match the conditions. */
  ids?: readonly string[] | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** What the rows consist of, if an index finds each part sooner than the conditions. */
  parts?: readonly Part[] | undefined;
  /** Counts the rows up to the limit, if that is faster than by the conditions. */
  count?: (() => Promise<number>) | undefined;
};

/**
 * A part of the rows: for each row of `each`, those with the condition. The parts have no row in common,
 * and together all rows.
 */
export type Part = { each: SQL; where: SQL };

const allOf = (conditions: (SQL | undefined)[]): SQL => and(sql`true`, ...conditions)!;

const isBackwards = ({ after, before }: ListQuery<string>): boolean =>
  after === undefined && before !== undefined;

function orderOf<S extends string>({ id, sorts }: Listing<S>, query: ListQuery<S>): Order {
  const { sort } = query;
  const descending = sort.startsWith('-') !== isBackwards(query);
  return { ...sorts[sort.replace(/^-/, '') as S], id, descending };
}

/** A cursor has a sort value and an id, wherever it stands in the list. */
const CURSOR_VALUES = 2;

type Positioned<Row> = { row: Row; position: Position };

/** The rows of all parts: `perEach` selects those of one row of `each`. */
function rowsOfParts(parts: readonly Part[], perEach: (condition: SQL) => SQL): SQL {
  const all = parts.map(
    ({ each, where }) =>
      sql`select found.* from ${each} cross join lateral (${perEach(where)}) found`,
  );
  return sql`(${sql.join(all, sql` union all `)}) found`;
}

/** Restricts a page to the rows that come first in each of the parts. */
async function firstOfParts(
  pool: Pool,
  from: SQL,
  { parts, order, where, limit }: { parts: readonly Part[]; order: Order; where: SQL; limit: SQL },
): Promise<SQL> {
  const found = rowsOfParts(
    parts,
    (condition) => sql`
      select ${order.by} as by, ${order.id} as id from ${from} where ${where} and ${condition}
      order by ${orderBy(order)} limit ${limit}`,
  );
  const position = { ...order, by: sql`found.by`, id: sql`found.id` };
  const first = await selectRows(
    pool,
    { id: sql<string>`found.id` },
    (columns) => sql`select ${columns} from ${found} order by ${orderBy(position)} limit ${limit}`,
  );
  return sql`${order.id} = any(${sql.param(first.map(({ id }) => id))}::uuid[])`;
}

async function readRows<S extends string, Columns extends Selection>(
  pool: Pool,
  listing: Listing<S, Columns>,
  query: ListQuery<S>,
  limit: number,
): Promise<Positioned<RowOf<Columns>>[]> {
  const order = orderOf(listing, query);
  const cursor = query.after ?? query.before;
  const beyond =
    cursor === undefined ? undefined : isAfter(order, decodeCursor(cursor, order.type));
  const most = sql.raw(String(limit));
  const { parts, where: conditions } = query;
  const where = allOf([...conditions, beyond]);
  const isFirst =
    parts && (await firstOfParts(pool, listing.from, { parts, order, where, limit: most }));
  const rows = await selectPlannedOnce(
    pool,
    listing.columns,
    (selected) => sql`
      select ${selected}, ${positionKey(order)} as "sortKey", ${order.id} as "sortId"
      from ${listing.from} where ${isFirst ? and(where, isFirst) : where}
      order by ${orderBy(order)} limit ${most}`,
    beyond ? CURSOR_VALUES : 0,
  );
  return (rows as (RowOf<Columns> & Record<'sortKey' | 'sortId', string>)[]).map(
    ({ sortKey: key, sortId: id, ...row }) => ({
      row: row as unknown as RowOf<Columns>,
      position: { key, id },
    }),
  );
}

/**
 * Reads a page by the cursor of a neighboring page: the last page is as fast as the first.
 * @throws DomainError 'invalid-input' for an invalid cursor
 */
export async function listPage<S extends string, Columns extends Selection>(
  pool: Pool,
  listing: Listing<S, Columns>,
  query: ListQuery<S>,
): Promise<ListPage<RowOf<Columns>>> {
  const count = () => {
    if (query.count) return query.count();
    return query.parts
      ? countParts(pool, listing.from, query.where, query.parts)
      : countUpToLimit(pool, listing.from, query.where);
  };
  const isFirst = query.after === undefined && query.before === undefined;
  const [found, counted] = await Promise.all([
    readRows(pool, listing, query, LIST_PAGE_SIZE + 1),
    isFirst ? undefined : count(),
  ]);
  const hasMore = found.length > LIST_PAGE_SIZE;
  // A first page without a next one is the whole list, as for most searches.
  const total = counted ?? (hasMore ? await count() : found.length);
  if (hasMore) found.pop();
  const backwards = isBackwards(query);
  if (backwards) found.reverse();
  const [first, last] = [found[0], found.at(-1)];
  return {
    rows: found.map(({ row }) => row),
    total,
    previous: first && (backwards ? hasMore : query.after) ? encodeCursor(first.position) : null,
    next: last && (backwards || hasMore) ? encodeCursor(last.position) : null,
  };
}

/** Reads all rows of a list, or the selected ones, in batches of a thousand, for files. */
export async function* listAll<S extends string, Columns extends Selection>(
  pool: Pool,
  listing: Listing<S, Columns>,
  { where: conditions, sort, ids, parts }: ListQuery<S>,
): AsyncGenerator<RowOf<Columns>[]> {
  const size = 1_000;
  const where = [...conditions, ids && sql`${listing.id} = any(${sql.param(ids)}::uuid[])`];
  let after: string | undefined;
  do {
    const found = await readRows(pool, listing, { where, sort, after, parts }, size);
    const last = found.at(-1);
    after = last && found.length === size ? encodeCursor(last.position) : undefined;
    yield found.map(({ row }) => row);
  } while (after);
}

const COUNT = { total: sql<number>`count(*)::int` };

type CountOptions = { limit?: number; by?: Column | undefined; indifferent?: 0 | 'all' };

/**
 * Counts rows up to a limit, and one more.
 * @param by reads them in this order, for an index that has nothing but them
 * @param indifferent see {@link selectPlannedOnce}
 */
export async function countUpToLimit(
  pool: Pool,
  from: SQL,
  where: (SQL | undefined)[],
  { limit = COUNT_LIMIT, by, indifferent = 0 }: CountOptions = {},
): Promise<number> {
  const most = sql.raw(String(limit + 1));
  const order = by ? sql`order by ${by}` : sql``;
  const [counted] = await selectPlannedOnce(
    pool,
    COUNT,
    (columns) => sql`
      select ${columns} from (select from ${from} where ${allOf(where)} ${order} limit ${most}) found`,
    indifferent,
  );
  return counted!.total;
}

/** Counts rows part by part up to the limit: no more of them are read, however many there are. */
export async function countParts(
  pool: Pool,
  from: SQL,
  where: (SQL | undefined)[],
  parts: readonly Part[],
): Promise<number> {
  const limit = sql.raw(String(COUNT_LIMIT + 1));
  const found = rowsOfParts(
    parts,
    (condition) => sql`select from ${from} where ${allOf(where)} and ${condition} limit ${limit}`,
  );
  const [counted] = await selectRows(
    pool,
    COUNT,
    (columns) => sql`select ${columns} from (select from ${found} limit ${limit}) counted`,
  );
  return counted!.total;
}
