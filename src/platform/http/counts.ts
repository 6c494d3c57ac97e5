import { and, sql, type Column, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import { selectPlannedOnce, selectRows } from '#src/platform/database/statement.ts';

/**
 * A part of the rows: for each row of `each`, those with the condition. The parts have no row in common,
 * and together all rows.
 */
export type Part = { each: SQL; where: SQL };

/** The conditions as one, which is always there. */
export function allOf(conditions: (SQL | undefined)[]): SQL {
  return and(sql`true`, ...conditions)!;
}

/** The rows of all parts: `perEach` selects those of one row of `each`. */
export function rowsOfParts(parts: readonly Part[], perEach: (condition: SQL) => SQL): SQL {
  const all = parts.map(
    ({ each, where }) =>
      sql`select found.* from ${each} cross join lateral (${perEach(where)}) found`,
  );
  return sql`(${sql.join(all, sql` union all `)}) found`;
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
