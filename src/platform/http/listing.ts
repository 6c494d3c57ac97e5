import { and, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { COUNT_LIMIT, LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { databaseError } from '#src/platform/database/db.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';

/** What a list can be ordered by: an expression that is never null, and its type. */
type Sort = { by: SQL; type: 'text' | 'timestamptz' | 'date' | 'bigint' | 'numeric' };

/** Where the rows of a back-office list come from. */
export type Listing<S extends string> = {
  /** Columns with the names that the row's properties shall have. */
  columns: SQL;
  from: SQL;
  /** The id that settles the order of equals: a uuid. */
  id: SQL;
  sorts: Record<S, Sort>;
};

type Question<S extends string> = {
  where: (SQL | undefined)[];
  sort: S | `-${S}`;
  after?: string | undefined;
  before?: string | undefined;
};

type Keyed<Row> = Row & { sortKey: string; sortId: string };
type Position = [key: string, id: string];

const cursorOf = ({ sortKey, sortId }: Keyed<object>): string =>
  Buffer.from(JSON.stringify([sortKey, sortId])).toString('base64url');

function positionOf(cursor: string): Position {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && typeof id === 'string' && isUuid(id)) return [key, id];
  } catch {
    // Not one of ours, as below.
  }
  throw strangeCursor();
}

const strangeCursor = () =>
  new DomainError('invalid-input', 'The cursor is not one that a page gave');

const allOf = (conditions: (SQL | undefined)[]): SQL => and(sql`true`, ...conditions)!;

const statementFor = <S extends string>(
  { columns, from, id, sorts }: Listing<S>,
  { where, sort, after, before }: Question<S>,
  size: number,
): SQL => {
  const { by, type } = sorts[sort.replace(/^-/, '') as S];
  const isBackwards = after === undefined && before !== undefined;
  const isDescending = sort.startsWith('-') !== isBackwards;
  const cursor = after ?? before;
  const position = cursor === undefined ? undefined : positionOf(cursor);
  const beyond = position
    ? sql`(${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')}
        (${position[0]}::${sql.raw(type)}, ${position[1]}::uuid)`
    : undefined;
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  return sql`
    select ${columns}, (${by})::text as "sortKey", ${id} as "sortId"
    from ${from} where ${allOf([...where, beyond])}
    order by ${by} ${direction}, ${id} ${direction} limit ${sql.raw(String(size + 1))}`;
};

/**
 * A page of a list, by the cursor of the page beside it: as quick on the last page as on the first.
 * @throws DomainError 'invalid-input' for what is no cursor
 */
export async function listPage<Row extends object, S extends string>(
  pool: Pool,
  listing: Listing<S>,
  question: Question<S>,
): Promise<ListPage<Row>> {
  const statement = statementFor(listing, question, LIST_PAGE_SIZE);
  const [rows, total] = await Promise.all([
    run<Keyed<Row>>(pool, statement).catch((error: unknown) => {
      // Filters are checked before; what is left of data that the database cannot read is the cursor.
      const isOfData = databaseError(error)?.code.startsWith('22');
      throw isOfData && (question.after ?? question.before) ? strangeCursor() : error;
    }),
    countUpToLimit(pool, listing.from, question.where),
  ]);
  const hasMore = rows.length > LIST_PAGE_SIZE;
  if (hasMore) rows.pop();
  const isBackwards = question.after === undefined && question.before !== undefined;
  if (isBackwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows: rows.map((row) => withoutKeys<Row>(row)),
    total,
    previous: first && (isBackwards ? hasMore : question.after) ? cursorOf(first) : null,
    next: last && (isBackwards || hasMore) ? cursorOf(last) : null,
  };
}

/** Every row that a list has, a thousand at a time: for files. */
export async function* listAll<Row extends object, S extends string>(
  pool: Pool,
  listing: Listing<S>,
  { where, sort }: Question<S>,
): AsyncGenerator<Row[]> {
  const size = 1_000;
  let after: string | undefined;
  do {
    const rows = await run<Keyed<Row>>(
      pool,
      statementFor(listing, { where, sort, after }, size - 1),
    );
    const last = rows.at(-1);
    after = last && rows.length === size ? cursorOf(last) : undefined;
    yield rows.map((row) => withoutKeys(row));
  } while (after);
}

/** How many rows there are, counted to the limit and no further. */
export async function countUpToLimit(
  pool: Pool,
  from: SQL,
  where: (SQL | undefined)[],
): Promise<number> {
  const most = sql.raw(String(COUNT_LIMIT + 1));
  const [counted] = await run<{ total: number }>(
    pool,
    sql`select count(*)::int as total from (select from ${from} where ${allOf(where)} limit ${most}) found`,
  );
  return counted!.total;
}

// Planned for the filters at hand: they come in many combinations, and from few people.
const run = <Row extends object>(pool: Pool, statement: SQL): Promise<Row[]> =>
  prepareStatement<Row>(pool, statement)({});

function withoutKeys<Row extends object>({ sortKey: _, sortId: __, ...row }: Keyed<Row>): Row {
  return row as unknown as Row;
}
