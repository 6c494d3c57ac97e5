import { sql, type SQL } from 'drizzle-orm';

/** A part of the seed, with the number of rows that it is expected to write. */
export type SeedStep = { title: string; rows: number; statements: SQL[] };

/** A value as part of the statement, so that PostgreSQL plans for it. */
export function literal(value: number | string): SQL {
  return sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);
}

/** An id that consists of four hex digits for the kind of record and its number. */
export function idOf(kind: string, number: SQL): SQL {
  return sql`(${literal(`${kind}0000-0000-4000-8000-`)} || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

export function userId(number: SQL): SQL {
  return idOf('aaaa', number);
}
export function planId(number: SQL): SQL {
  return idOf('cccc', number);
}
export function postId(number: SQL): SQL {
  return idOf('dddd', number);
}

/** The numbers from 1 to `count`, as `n`. */
export function numbersTo(count: number): SQL {
  return sql`generate_series(1, ${literal(count)}) n`;
}

/** A number from 0 to below 1 that looks random, and is the same in each run. */
export function shareOf(number: SQL): SQL {
  return sql`((hashint8(${number}) & 65535) / 65536.0)`;
}

/** One of several texts. */
export function oneOf(texts: readonly string[], number: SQL): SQL {
  const list = sql.join(texts.map(literal), sql`, `);
  return sql`(array[${list}])[1 + (${number}) % ${literal(texts.length)}]`;
}
