import { sql } from 'drizzle-orm';
import { check, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Primary key: a random UUID made by the database. */
export const primaryId = () => uuid().primaryKey().defaultRandom();

/** An instant in UTC (timestamptz with milliseconds, read as a Date). */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** When the row was made. */
export const createdAt = () => instant().notNull().defaultNow();

/** When the row was last changed: set by each update, by the database's clock. */
export const updatedAt = () =>
  instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`);

const listed = (options: readonly string[]) =>
  sql.raw(options.map((option) => `'${option.replaceAll("'", "''")}'`).join(', '));

/** A check constraint that holds a text column to an option list. */
export const oneOf = (name: string, column: AnyPgColumn, options: readonly string[]) =>
  check(name, sql`${column} in (${listed(options)})`);

/** A check constraint that keeps the listed values out of a text column. */
export const noneOf = (name: string, column: AnyPgColumn, options: readonly string[]) =>
  check(name, sql`${column} not in (${listed(options)})`);
