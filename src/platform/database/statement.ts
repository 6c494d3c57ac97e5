import { fillPlaceholders, ilike, or, type Column, type SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Db } from './db.ts';

/** A pattern for LIKE that finds texts with these words in them, whatever characters they have. */
export const likePattern = (words: string): string =>
  // The wildcards are meant literally.
  `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Holds rows to those of which one text has the words in it, whatever their case. */
export const containsWords = (
  words: string | undefined,
  ...texts: (Column | SQL)[]
): SQL | undefined =>
  words ? or(...texts.map((text) => ilike(text, likePattern(words)))) : undefined;

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Makes a function that runs a hand-written statement with values for its placeholders. Rows come
 * as the database names the columns. With a name, PostgreSQL parses and plans it once a connection;
 * without one, it plans each call for the values at hand.
 */
export function prepareStatement<Row extends object>(
  pool: Pool,
  statement: SQL,
  name?: string,
): (values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const query = name === undefined ? { text } : { name, text };
  return async (values) => {
    const result = await pool.query<Row>({ ...query, values: fillPlaceholders(params, values) });
    return result.rows;
  };
}

/**
 * Runs a hand-written statement within a transaction, under a name: PostgreSQL parses and plans it
 * once a connection. @throws Error when the name stood for another text before
 */
export function runNamed<Row extends object>(tx: Db, name: string, statement: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  return runNamedText(tx, { name, text, values });
}

/** As {@link runNamed}, of a statement as PostgreSQL takes it. */
export async function runNamedText<Row extends object>(
  tx: Db,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  type Result = PreparedQueryConfig & { execute: { rows: Row[] } };
  const query = { sql: text, params: values };
  const { rows } = await tx._.session.prepareQuery<Result>(query, undefined, name, false).execute();
  return rows;
}
