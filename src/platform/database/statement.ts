import { hash } from 'node:crypto';
import {
  Column,
  fillPlaceholders,
  ilike,
  is,
  or,
  sql,
  type DriverValueDecoder,
  type GetColumnData,
  type Query,
  type SQL,
} from 'drizzle-orm';
import type { PreparedQueryConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { DIALECT, type Db } from './db.ts';

/** A LIKE pattern for values that contain the text; wildcards in the text are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A condition: one of the columns contains the text, ignoring case. No condition without a text. */
export function containsText(
  text: string | undefined,
  ...columns: (Column | SQL)[]
): SQL | undefined {
  return text ? or(...columns.map((column) => ilike(column, likePattern(text)))) : undefined;
}

/** The columns and expressions that a statement selects, by row property. */
export type Selection = Record<string, Column | SQL>;

type ValueOf<Field> = Field extends Column
  ? GetColumnData<Field>
  : Field extends SQL<infer Value>
    ? Value
    : never;

/** The row type of a selection. */
export type RowOf<Fields extends Selection> = { [key in keyof Fields]: ValueOf<Fields[key]> };

type Expression<Value> =
  | SQL<Value>
  | (Column & { _: { data: Value; notNull: true } })
  | (null extends Value ? Column & { _: { data: NonNullable<Value> } } : never);

/** A selection whose rows have at least these properties. */
export type SelectionOf<Row> = { [key in keyof Row]-?: Expression<Row[key]> };

/** A column that is null where an outer join finds no row. */
export function orNull<C extends Column>(column: C): SQL<GetColumnData<C> | null> {
  return sql`${column}`.mapWith(column) as SQL<GetColumnData<C> | null>;
}

// PostgreSQL writes instants into JSON as text.
type JsonValue<Value> = Value extends Date ? string : Value;

/** A JSON object of a selection, built by the database. */
export function jsonObject<Fields extends Selection>(
  fields: Fields,
): SQL<{ [key in keyof Fields]: JsonValue<ValueOf<Fields[key]>> }> {
  const members = Object.entries(fields).map(
    ([name, value]) => sql`${sql.raw(`'${name.replaceAll("'", "''")}'`)}, ${value}`,
  );
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/** A JSON array of many rows, built by the database; empty without rows. */
export function jsonArray<Value>(value: SQL<Value>, order: SQL): SQL<Value[]> {
  return sql`coalesce(json_agg(${value} order by ${order}), '[]')`;
}

/**
 * A value of a closed set, such as a status. It becomes a part of the statement, so that PostgreSQL can
 * plan for it once; see {@link selectPlannedOnce}.
 */
export function literal(value: string | boolean): SQL {
  return sql`${value}`.inlineParams();
}

const writtenColumns = new WeakMap<Selection, SQL>();

/** The columns of a selection as SQL: written once as text, unless they have values. */
function columnsOf(selection: Selection): SQL {
  const written = writtenColumns.get(selection);
  if (written) return written;
  const fields = Object.entries(selection).map(
    ([name, field]) => sql`${field} as ${sql.identifier(name)}`,
  );
  const columns = sql.join(fields, sql`, `);
  const { sql: text, params } = DIALECT.sqlToQuery(columns);
  const result = params.length > 0 ? columns : sql.raw(text);
  writtenColumns.set(selection, result);
  return result;
}

type Decode = [name: string, decoder: DriverValueDecoder<unknown, unknown>];

// The driver already returns most values in their final form; only the others are decoded.
const PASS_THROUGH = [
  Column.prototype.mapFromDriverValue,
  decoderOf(sql``).mapFromDriverValue,
] as unknown[];

// Drizzle's types hide the decoder of an expression.
function decoderOf(field: Column | SQL): DriverValueDecoder<unknown, unknown> {
  if (is(field, Column)) return field;
  return (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;
}

const decodersOf = (selection: Selection): Decode[] =>
  Object.entries(selection)
    .map(([name, field]): Decode => [name, decoderOf(field)])
    .filter(([, { mapFromDriverValue }]) => !PASS_THROUGH.includes(mapFromDriverValue));

/** Decodes the rows of the driver in place. */
function decodeRows<Row>(rows: Record<string, unknown>[], decoders: Decode[]): Row[] {
  for (const [name, decoder] of decoders) {
    for (const row of rows) {
      if (row[name] !== null) row[name] = decoder.mapFromDriverValue(row[name]);
    }
  }
  return rows as Row[];
}

// Dates stay text: the driver would convert them to instants in the time zone of the process.
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.DATE
      ? (text: string) => text
      : (pg.types.getTypeParser(id, format as 'text') as (text: string) => unknown),
};

type Values = Record<string, unknown>;

/** Writes a statement as text when it runs first: a start prepares many, of which it runs few. */
function writeOnce(write: () => SQL): () => Query {
  let written: Query | undefined;
  return () => (written ??= DIALECT.sqlToQuery(write()));
}

/**
 * Prepares a hand-written statement that returns no rows.
 * @returns a function that runs the statement with values for its placeholders
 * @param name PostgreSQL parses and plans the statement once per connection
 */
export function prepareCommand(
  pool: pg.Pool,
  statement: SQL,
  name: string,
): (values: Values) => Promise<void> {
  const written = writeOnce(() => statement);
  return async (values) => {
    const { sql: text, params } = written();
    await pool.query({ name, text, values: fillPlaceholders(params, values) });
  };
}

/**
 * Prepares a hand-written statement that returns rows.
 * @returns a function that runs the statement with values for its placeholders
 * @param selection the columns of the rows, which also define the row type
 * @param statement builds the statement around the columns
 * @param name PostgreSQL parses and plans a named statement once per connection, and an unnamed one
 * for the values of each call
 */
export function prepareSelect<Fields extends Selection>(
  pool: pg.Pool,
  selection: Fields,
  statement: (columns: SQL) => SQL,
  name?: string,
): (values: Values) => Promise<RowOf<Fields>[]> {
  const written = writeOnce(() => statement(columnsOf(selection)));
  const decoders = decodersOf(selection);
  return async (values) => {
    const { sql: text, params } = written();
    const query = { text, types: TYPES, values: fillPlaceholders(params, values) };
    const { rows } = await pool.query<Values>(name === undefined ? query : { ...query, name });
    return decodeRows<RowOf<Fields>>(rows, decoders);
  };
}

// Each connection keeps the plans of named statements, about 80 KB each.
const NAMED_STATEMENTS = 150;
const statementNames = new WeakMap<pg.Pool, Map<string, string>>();

function nameFor(pool: pg.Pool, text: string): string | undefined {
  const names = statementNames.get(pool) ?? new Map<string, string>();
  statementNames.set(pool, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMED_STATEMENTS) return known;
  const name = `planned-once-${hash('sha1', text)}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a hand-written statement that is planned once per connection if the values that matter for its
 * plan are {@link literal}. Others are planned for their values. See {@link prepareSelect}.
 * @param indifferent how many of its values do not matter for its plan, such as those of a cursor; all
 * of them if one plan serves every value, such as the id of a single influencer
 */
export async function selectPlannedOnce<Fields extends Selection>(
  pool: pg.Pool,
  selection: Fields,
  statement: (columns: SQL) => SQL,
  indifferent: number | 'all' = 0,
): Promise<RowOf<Fields>[]> {
  const { sql: text, params: values } = DIALECT.sqlToQuery(statement(columnsOf(selection)));
  const isPlannedOnce = indifferent === 'all' || values.length <= indifferent;
  const name = isPlannedOnce ? nameFor(pool, text) : undefined;
  const query = { text, values, types: TYPES };
  const { rows } = await pool.query<Values>(name === undefined ? query : { ...query, name });
  return decodeRows<RowOf<Fields>>(rows, decodersOf(selection));
}

/** Whether PostgreSQL would plan a condition for its values: those that are not {@link literal}. */
export function hasValues(condition: SQL): boolean {
  return DIALECT.sqlToQuery(condition).params.length > 0;
}

/** Runs a hand-written statement once, planned for its values. See {@link prepareSelect}. */
export function selectRows<Fields extends Selection>(
  pool: pg.Pool,
  selection: Fields,
  statement: (columns: SQL) => SQL,
): Promise<RowOf<Fields>[]> {
  return prepareSelect(pool, selection, statement)({});
}

/**
 * Prepares a hand-written, named statement for the transactions of its callers, or for none. It is
 * written as text once, and PostgreSQL parses and plans it once per connection. See {@link prepareSelect}.
 * @returns a function that runs the statement with values for its placeholders
 */
export function prepareNamed<Fields extends Selection>(
  name: string,
  selection: Fields,
  statement: (columns: SQL) => SQL,
): (tx: Db, values: Values) => Promise<RowOf<Fields>[]> {
  const written = writeOnce(() => statement(columnsOf(selection)));
  const decoders = decodersOf(selection);
  return async (tx, values) => {
    const { sql: text, params } = written();
    const rows = await runNamedText(tx, { name, text, values: fillPlaceholders(params, values) });
    return decodeRows(rows, decoders);
  };
}

/** Runs a named statement in PostgreSQL syntax in a transaction. */
export async function runNamedText(
  tx: Db,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Values[]> {
  type Result = PreparedQueryConfig & { execute: { rows: Values[] } };
  const query = { sql: text, params: values };
  const { rows } = await tx._.session.prepareQuery<Result>(query, undefined, name, false).execute();
  return rows;
}
