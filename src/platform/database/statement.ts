import {
  Column,
  fillPlaceholders,
  ilike,
  is,
  or,
  sql,
  type DriverValueDecoder,
  type GetColumnData,
  type SQL,
} from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
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

/** What a statement selects: columns and expressions, by the properties of the rows. */
export type Selection = Record<string, Column | SQL>;

type ValueOf<Field> = Field extends Column
  ? GetColumnData<Field>
  : Field extends SQL<infer Value>
    ? Value
    : never;

/** The rows that a selection gives. */
export type RowOf<Fields extends Selection> = { [key in keyof Fields]: ValueOf<Fields[key]> };

type Expression<Value> =
  | SQL<Value>
  | (Column & { _: { data: Value; notNull: true } })
  | (null extends Value ? Column & { _: { data: NonNullable<Value> } } : never);

/** A selection that gives rows with at least these properties. */
export type SelectionOf<Row> = { [key in keyof Row]-?: Expression<Row[key]> };

/** A column of a table that an outer join may leave out. */
export const orNull = <C extends Column>(column: C): SQL<GetColumnData<C> | null> =>
  sql`${column}`.mapWith(column) as SQL<GetColumnData<C> | null>;

// JSON that the database makes has instants as text.
type JsonValue<Value> = Value extends Date ? string : Value;

/** A JSON object that the database makes of a selection. */
export function jsonObject<Fields extends Selection>(
  fields: Fields,
): SQL<{ [key in keyof Fields]: JsonValue<ValueOf<Fields[key]>> }> {
  const members = Object.entries(fields).map(
    ([name, value]) => sql`${sql.raw(`'${name.replaceAll("'", "''")}'`)}, ${value}`,
  );
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/** A JSON array that the database makes of many rows; empty without any. */
export const jsonArray = <Value>(value: SQL<Value>, order: SQL): SQL<Value[]> =>
  sql`coalesce(json_agg(${value} order by ${order}), '[]')`;

const dialect = new PgDialect({ casing: 'snake_case' });

const columnsOf = (selection: Selection): SQL =>
  sql.join(
    Object.entries(selection).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`),
    sql`, `,
  );

type Decode = [name: string, decoder: DriverValueDecoder<unknown, unknown>];

// Most values are what the driver gives already: only the others are decoded.
const AS_GIVEN = [
  Column.prototype.mapFromDriverValue,
  decoderOf(sql``).mapFromDriverValue,
] as unknown[];

// Drizzle keeps the decoder of an expression out of its types.
function decoderOf(field: Column | SQL): DriverValueDecoder<unknown, unknown> {
  if (is(field, Column)) return field;
  return (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;
}

const decodersOf = (selection: Selection): Decode[] =>
  Object.entries(selection)
    .map(([name, field]): Decode => [name, decoderOf(field)])
    .filter(([, { mapFromDriverValue }]) => !AS_GIVEN.includes(mapFromDriverValue));

/** Makes rows of what the driver gave, in place. */
function decodeRows<Row>(rows: Record<string, unknown>[], decoders: Decode[]): Row[] {
  for (const [name, decoder] of decoders) {
    for (const row of rows) {
      if (row[name] !== null) row[name] = decoder.mapFromDriverValue(row[name]);
    }
  }
  return rows as Row[];
}

// The driver would make an instant of a date, in the time zone of the process.
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.DATE
      ? (text: string) => text
      : (pg.types.getTypeParser(id, format as 'text') as (text: string) => unknown),
};

type Values = Record<string, unknown>;

/**
 * Makes a function that runs a hand-written statement with values for its placeholders and gives
 * nothing back.
 * @param name PostgreSQL parses and plans it once a connection
 */
export function prepareCommand(
  pool: pg.Pool,
  statement: SQL,
  name: string,
): (values: Values) => Promise<void> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (values) => {
    await pool.query({ name, text, values: fillPlaceholders(params, values) });
  };
}

/**
 * Makes a function that runs a hand-written statement with values for its placeholders.
 * @param selection what the rows hold, which also gives them their type
 * @param statement the statement around its columns
 * @param name with one, PostgreSQL parses and plans the statement once a connection; without one,
 * it plans each call for the values at hand
 */
export function prepareSelect<Fields extends Selection>(
  pool: pg.Pool,
  selection: Fields,
  statement: (columns: SQL) => SQL,
  name?: string,
): (values: Values) => Promise<RowOf<Fields>[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement(columnsOf(selection)));
  const decoders = decodersOf(selection);
  const query = name === undefined ? { text, types: TYPES } : { name, text, types: TYPES };
  return async (values) => {
    const { rows } = await pool.query<Values>({
      ...query,
      values: fillPlaceholders(params, values),
    });
    return decodeRows<RowOf<Fields>>(rows, decoders);
  };
}

/** Runs a hand-written statement once, planned for its values. As {@link prepareSelect}. */
export const selectRows = <Fields extends Selection>(
  pool: pg.Pool,
  selection: Fields,
  statement: (columns: SQL) => SQL,
): Promise<RowOf<Fields>[]> => prepareSelect(pool, selection, statement)({});

/**
 * Runs a hand-written statement within a transaction, under a name: PostgreSQL parses and plans it
 * once a connection. As {@link prepareSelect}. @throws Error when the name stood for another text
 */
export async function runNamed<Fields extends Selection>(
  tx: Db,
  name: string,
  selection: Fields,
  statement: (columns: SQL) => SQL,
): Promise<RowOf<Fields>[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement(columnsOf(selection)));
  const rows = await runNamedText(tx, { name, text, values });
  return decodeRows(rows, decodersOf(selection));
}

/** Runs a statement as PostgreSQL takes it, within a transaction and under a name. */
export async function runNamedText(
  tx: Db,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Values[]> {
  type Result = PreparedQueryConfig & { execute: { rows: Values[] } };
  const query = { sql: text, params: values };
  const { rows } = await tx._.session.prepareQuery<Result>(query, undefined, name, false).execute();
  return rows;
}
