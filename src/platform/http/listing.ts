import { sql, type Column, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import {
  hasValues,
  type RowOf,
  type Selection,
  selectPlannedOnce,
  selectRows,
} from '#src/platform/database/statement.ts';
import { allOf, countParts, countUpToLimit, rowsOfParts, type Part } from './counts.ts';
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

/** The condition of the rows that come after those of the neighboring page, if there is one. */
function beyondOf(order: Order, { after, before }: ListQuery<string>): SQL | undefined {
  const cursor = after ?? before;
  return cursor === undefined ? undefined : isAfter(order, decodeCursor(cursor, order.type));
}

/** A page and the first row of the next one. */
const PAGE_AND_NEXT = LIST_PAGE_SIZE + 1;

const POSITION = { key: sql<string>`found.by::text`, id: sql<string>`found.id` };

/** Finds where the first rows are, in each of the parts if there are any. */
async function findFirst<S extends string>(
  pool: Pool,
  listing: Listing<S>,
  query: ListQuery<S>,
  limit: number,
): Promise<Position[]> {
  const order = orderOf(listing, query);
  const where = allOf([...query.where, beyondOf(order, query)]);
  const most = sql.raw(String(limit));
  const firstWith = (condition: SQL) => sql`
    select ${order.by} as by, ${order.id} as id from ${listing.from} where ${condition}
    order by ${orderBy(order)} limit ${most}`;
  const found = query.parts
    ? rowsOfParts(query.parts, (condition) => firstWith(sql`${where} and ${condition}`))
    : sql`(${firstWith(where)}) found`;
  return selectRows(
    pool,
    POSITION,
    (columns) => sql`select ${columns} from ${found} order by ${orderOfFound(order)} limit ${most}`,
  );
}

const orderOfFound = (order: Order): SQL =>
  orderBy({ ...order, by: sql`found.by`, id: sql`found.id` });

/** Finds where the first rows are, and how many there are, up to the limit of a count and one more. */
async function findAndCount<S extends string>(
  pool: Pool,
  listing: Listing<S>,
  query: ListQuery<S>,
): Promise<{ first: Position[]; total: number }> {
  const order = orderOf(listing, query);
  const selection = {
    ...POSITION,
    isBeyond: sql<boolean>`found.is_beyond`,
    total: sql<number>`count(*) over ()::int`,
  };
  const rows = await selectRows(
    pool,
    selection,
    (columns) => sql`
      select ${columns} from (
        select ${order.by} as by, ${order.id} as id, ${beyondOf(order, query) ?? sql`true`} as is_beyond
        from ${listing.from} where ${allOf(query.where)} limit ${sql.raw(String(COUNT_LIMIT + 1))}
      ) found order by found.is_beyond desc, ${orderOfFound(order)} limit ${sql.raw(String(PAGE_AND_NEXT))}`,
  );
  return { first: rows.filter(({ isBeyond }) => isBeyond), total: rows[0]?.total ?? 0 };
}

/** Reads the rows at these positions, by one statement of the list that is planned once. */
async function readAt<Columns extends Selection>(
  pool: Pool,
  { columns, from, id }: Listing<string, Columns>,
  positions: readonly Position[],
): Promise<Positioned<RowOf<Columns>>[]> {
  const ids = positions.map((position) => position.id);
  if (ids.length === 0) return [];
  // Always as many, see docs/decisions/0226.
  const filled = [...ids, ...Array<string>(Math.max(0, PAGE_AND_NEXT - ids.length)).fill(ids[0]!)];
  const rows = await selectPlannedOnce(
    pool,
    columns,
    (selected) => sql`
      select ${selected}, ${id} as "rowId" from ${from}
      where ${id} = any(${sql.param(filled)}::uuid[])`,
    'all',
  );
  const byId = new Map(
    (rows as (RowOf<Columns> & { rowId: string })[]).map(({ rowId, ...row }) => [rowId, row]),
  );
  return positions.flatMap((position) => {
    const row = byId.get(position.id) as RowOf<Columns> | undefined;
    return row ? [{ row, position }] : [];
  });
}

/** Reads the first rows by one statement, which is planned once if its conditions have no values. */
async function readFirst<S extends string, Columns extends Selection>(
  pool: Pool,
  listing: Listing<S, Columns>,
  query: ListQuery<S>,
  limit: number,
): Promise<Positioned<RowOf<Columns>>[]> {
  const order = orderOf(listing, query);
  const beyond = beyondOf(order, query);
  const rows = await selectPlannedOnce(
    pool,
    listing.columns,
    (selected) => sql`
      select ${selected}, ${positionKey(order)} as "sortKey", ${order.id} as "sortId"
      from ${listing.from} where ${allOf([...query.where, beyond])}
      order by ${orderBy(order)} limit ${sql.raw(String(limit))}`,
    beyond ? CURSOR_VALUES : 0,
  );
  return (rows as (RowOf<Columns> & Record<'sortKey' | 'sortId', string>)[]).map(
    ({ sortKey: key, sortId: id, ...row }) => ({
      row: row as unknown as RowOf<Columns>,
      position: { key, id },
    }),
  );
}

type Found<Columns extends Selection> = {
  found: Positioned<RowOf<Columns>>[];
  /** Undefined if the first page is the whole list. */
  total: number | undefined;
};

/** Reads the first rows beside their count: a page without its next one is the whole list. */
async function readAndCount<Columns extends Selection>(
  query: ListQuery<string>,
  read: () => Promise<Positioned<RowOf<Columns>>[]>,
  count: () => Promise<number>,
): Promise<Found<Columns>> {
  const isFirst = query.after === undefined && query.before === undefined;
  const [found, counted] = await Promise.all([read(), isFirst ? undefined : count()]);
  const hasMore = found.length === PAGE_AND_NEXT;
  return { found, total: counted ?? (hasMore ? await count() : undefined) };
}

/**
 * Reads the first rows with conditions for whose values PostgreSQL has to plan, such as a search. What it
 * plans only finds the rows, and all of them up to the limit of the count: the few that match a search
 * are found sooner by its index than by the order of the list.
 */
async function search<S extends string, Columns extends Selection>(
  pool: Pool,
  listing: Listing<S, Columns>,
  query: ListQuery<S>,
): Promise<Found<Columns>> {
  const { parts, where } = query;
  const readFound = async () =>
    readAt(pool, listing, await findFirst(pool, listing, query, PAGE_AND_NEXT));
  const count =
    query.count ?? (parts ? () => countParts(pool, listing.from, where, parts) : undefined);
  if (count) return readAndCount(query, readFound, count);
  const { first, total } = await findAndCount(pool, listing, query);
  // A word that many rows contain is found soon in their order.
  return {
    found: total > COUNT_LIMIT ? await readFound() : await readAt(pool, listing, first),
    total,
  };
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
  const isSearch = query.parts !== undefined || hasValues(allOf(query.where));
  const { found, total } = isSearch
    ? await search(pool, listing, query)
    : await readAndCount(
        query,
        () => readFirst(pool, listing, query, PAGE_AND_NEXT),
        query.count ?? (() => countUpToLimit(pool, listing.from, query.where)),
      );
  const hasMore = found.length === PAGE_AND_NEXT;
  if (hasMore) found.pop();
  const backwards = isBackwards(query);
  if (backwards) found.reverse();
  const [first, last] = [found[0], found.at(-1)];
  return {
    rows: found.map(({ row }) => row),
    total: total ?? found.length,
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
    const query = { where, sort, after, parts };
    const found = parts
      ? await readAt(pool, listing, await findFirst(pool, listing, query, size))
      : await readFirst(pool, listing, query, size);
    const last = found.at(-1);
    after = last && found.length === size ? encodeCursor(last.position) : undefined;
    yield found.map(({ row }) => row);
  } while (after);
}
