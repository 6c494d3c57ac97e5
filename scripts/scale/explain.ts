import type pg from 'pg';
import { GROWTH } from './growth.ts';

/** A statement that the product sent, with its values. */
export type SentStatement = { text: string; values: unknown[] };

type Query = { text: string; values?: unknown[] };
type Send = (query: Query | string, values?: unknown, ...rest: unknown[]) => unknown;

/** Statements that read or write rows. */
const READS_ROWS = /^\s*(select|with|insert|update|delete)\b/i;
/** The settings of a connection. */
const SETS = /set_config|pg_advisory|pg_notify/;

/** Records what runs on a pool's connections from now on. */
export function recordStatements(pool: pg.Pool): SentStatement[] {
  const sent: SentStatement[] = [];
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const send = client.query.bind(client) as Send;
    client.query = ((query: Query | string, values?: unknown, ...rest: unknown[]) => {
      const text = typeof query === 'string' ? query : query.text;
      const given = typeof query === 'string' ? values : (query.values ?? values);
      if (READS_ROWS.test(text) && !SETS.test(text)) {
        sent.push({ text, values: Array.isArray(given) ? given : [] });
      }
      return send(query, values, ...rest);
    }) as typeof client.query;
  });
  return sent;
}

/** PostgreSQL plans a named statement so often for its values before one plan may serve all values. */
export const FIRST_PLANS = 5;

/** The named statements that a pool's connections have planned anew for the values of each call. */
export async function findReplanned(pool: pg.Pool): Promise<string[]> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  const clients = await Promise.all(idle);
  const found = await Promise.all(
    clients.map((client) =>
      client.query<{ name: string }>(
        'select name from pg_prepared_statements where custom_plans > $1',
        [FIRST_PLANS],
      ),
    ),
  );
  for (const client of clients) client.release();
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ name }) => name)))];
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/**
 * What a statement read: rows of each table, the tables that it read from the beginning to the end, and the
 * conditions of each scan of a table.
 */
export type Reading = {
  rows: Map<string, number>;
  scanned: Map<string, number>;
  conditions: { table: string; text: string }[];
  blocks: number;
};

function readNode(node: PlanNode, reading: Reading): void {
  const relation = node['Relation Name'];
  const type = node['Node Type'];
  if (relation && type.endsWith('Scan')) {
    const each =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round(each * node['Actual Loops']);
    reading.rows.set(relation, (reading.rows.get(relation) ?? 0) + rows);
    if (type === 'Seq Scan' && rows > 0) reading.scanned.set(relation, rows);
    const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter];
    reading.conditions.push({ table: relation, text: conditions.filter(Boolean).join(' and ') });
  }
  for (const part of node.Plans ?? []) readNode(part, reading);
}

/** Runs a statement again and undoes it. @returns what it read */
export async function explainStatement(
  client: pg.PoolClient,
  { text, values }: SentStatement,
): Promise<Reading> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
    const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    const reading: Reading = { rows: new Map(), scanned: new Map(), conditions: [], blocks };
    readNode(plan, reading);
    return reading;
  } finally {
    await client.query('rollback');
  }
}

/** What one call of the product read, statement by statement. */
export type CallReading = { title: string; statement: string; reading: Reading };

type Caller = { pool: pg.Pool; sent: SentStatement[]; call: (title: string) => Promise<void> };

/** Calls the product and explains every statement that it sent. */
export async function readCalls(
  titles: readonly string[],
  { pool, sent, call }: Caller,
  settings: string[] = [],
): Promise<CallReading[]> {
  const client = await pool.connect();
  const readings: CallReading[] = [];
  try {
    for (const setting of settings) await client.query(setting);
    for (const title of titles) {
      sent.length = 0;
      await call(title);
      for (const statement of sent.splice(0)) {
        const reading = await explainStatement(client, statement);
        readings.push({ title, statement: statement.text.replace(/\s+/g, ' ').trim(), reading });
      }
    }
  } finally {
    client.release(true);
  }
  return readings;
}

/** A page with what belongs to its rows, or a list that is counted to its limit. */
const FEW_ROWS = 1_100;
/** Tables whose size follows from the states of records, not from their number. */
const BOUNDED = ['record_totals', 'ledger_totals'];

/** The rows of the tables that grow with the platform, as far as they are many. */
export async function countGrowingTables(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1 and relname <> all($2)`,
    [FEW_ROWS, BOUNDED],
  );
  return new Map(rows.map((table) => [table.name, table.rows]));
}

const short = (text: string) => `${text.slice(0, 160)}…`;

/**
 * The statements that read a growing table from its beginning, and not just the first rows until there
 * are enough.
 */
export function findScans(readings: CallReading[], growing: Map<string, number>): string[] {
  return readings.flatMap(({ title, statement, reading }) =>
    [...reading.scanned]
      .filter(([table, rows]) => rows > (growing.get(table) ?? Infinity) / 2)
      .map(([table]) => `${title}: reads all of ${table}: ${short(statement)}`),
  );
}

const rowsOf = ({ rows }: Reading) => [...rows.values()].reduce((sum, each) => sum + each, 0);
/** A count that stops at a limit reads up to that many rows, whatever the number of rows is. */
const JOINED = 5;
const LIST_LIMIT = 1_001;
const LIMITED_COUNT = /limit (1001|10001)\b|^select count\(\*\) from \(select/;

/**
 * The statements that read more rows of the larger platform than of the smaller one.
 * @param slack by how much one reader may have more own records than the other, as a factor
 */
export function findGrowth(smaller: CallReading[], larger: CallReading[], slack: number): string[] {
  const before = new Map<string, number>();
  const keyOf = ({ title, statement }: CallReading) => `${title}: ${statement}`;
  for (const each of smaller) {
    before.set(keyOf(each), Math.max(rowsOf(each.reading), before.get(keyOf(each)) ?? 0));
  }
  return larger.flatMap((each) => {
    const rows = rowsOf(each.reading);
    const few = before.get(keyOf(each)) ?? 0;
    const limited = LIMITED_COUNT.exec(each.statement);
    const limit = limited && Number(limited[1] ?? LIST_LIMIT);
    // A count joins a few tables.
    const most = Math.max(few * slack + FEW_ROWS, limit ? limit * JOINED : 0);
    return rows > most
      ? [`${each.title}: ${rows} rows instead of ${few}: ${short(each.statement)}`]
      : [];
  });
}

/**
 * The scans of a distributed table that name no fan, so that they would read every shard. Only a value says
 * where its rows are, not the column of another table.
 */
export function findCrossShard(readings: CallReading[]): string[] {
  const isOfFan = /\bsubscriber_id = ('[0-9a-f-]{36}'::uuid|ANY \('\{[0-9a-f,-]+\}'::uuid\[\]\))/;
  return readings.flatMap(({ title, statement, reading }) =>
    reading.conditions
      .filter(({ table }) => (GROWTH.fanPosts as readonly string[]).includes(table))
      .filter(({ text }) => !isOfFan.test(text))
      .map(({ table }) => `${title}: reads ${table} of all fans: ${short(statement)}`),
  );
}

/** The rows and pages that all statements of each call read. */
export function sumByCall(readings: CallReading[]): Map<string, { rows: number; blocks: number }> {
  const sums = new Map<string, { rows: number; blocks: number }>();
  for (const { title, reading } of readings) {
    const { rows, blocks } = sums.get(title) ?? { rows: 0, blocks: 0 };
    sums.set(title, { rows: rows + rowsOf(reading), blocks: blocks + reading.blocks });
  }
  return sums;
}
