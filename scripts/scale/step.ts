import { sql, type SQL } from 'drizzle-orm';

/** A part of the seed, with the number of rows that it is expected to write. */
export type SeedStep = { title: string; rows: number; statements: SQL[] };

/** A number as part of the statement, so that PostgreSQL plans for it. */
export const literal = (value: number | string): SQL =>
  sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);

/** An id that consists of four hex digits for the kind of record and its number. */
export const idOf = (kind: string, number: SQL): SQL =>
  sql`(${literal(`${kind}0000-0000-4000-8000-`)} || lpad(to_hex(${number}), 12, '0'))::uuid`;

export const userId = (number: SQL) => idOf('aaaa', number);
export const planId = (number: SQL) => idOf('cccc', number);
export const postId = (number: SQL) => idOf('dddd', number);

/** The numbers from 1 to `count`, as `n`. */
export const numbersTo = (count: number): SQL => sql`generate_series(1, ${literal(count)}) n`;

/** A number from 0 to below 1 that looks random, and is the same in each run. */
export const shareOf = (number: SQL): SQL => sql`((hashint8(${number}) & 65535) / 65536.0)`;

/** One of several texts. */
export const oneOf = (texts: readonly string[], number: SQL): SQL =>
  sql`(array[${sql.join(texts.map(literal), sql`, `)}])[1 + (${number}) % ${literal(texts.length)}]`;
