import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { folderOf, type BackupTarget } from './backup-target.ts';
import { quoteName } from './clients.ts';
import type { DumpedSequence, DumpedTable, Manifest } from './manifest.ts';
import { storeStream } from './stored-stream.ts';

/** The tables of the product and of its job queues, without the statistics of the queues. */
const TABLES = `
  select n.nspname as schema, c.relname as name, c.relkind = 'p' as "isPartitioned",
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'queue_stats'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

const SEQUENCES = `
  select n.nspname as schema, c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'jobs') and c.relkind = 'S' order by 1, 2`;

export type Table = { schema: string; name: string; columns: string[]; isPartitioned: boolean };

/** The tables whose rows a backup contains, with the columns that are not generated. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(TABLES)).rows;
}

/** Where the rows of a table are stored. */
export function tableStreamName(id: string, { schema, name }: Pick<Table, 'schema' | 'name'>) {
  return `${folderOf(id)}tables/${schema}.${name}`;
}

/** The columns of a table as a list in SQL. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
}

/** The statement that reads all rows of a table. */
export function copyOut({ schema, name, columns, isPartitioned }: Table): string {
  const [table, list] = [quoteName(schema, name), columnList(columns)];
  return isPartitioned
    ? `copy (select ${list} from ${table}) to stdout`
    : `copy ${table} (${list}) to stdout`;
}

/** Rows in the text format of COPY, in which line feeds only end rows. */
export function createRowCounter() {
  let rows = 0;
  return {
    add(chunk: Buffer) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    },
    count: () => rows,
  };
}

/** Stores all rows, as they are in the transaction of the connection. */
export async function dumpTables(
  client: pg.Client,
  target: BackupTarget,
  id: string,
): Promise<DumpedTable[]> {
  const dumped: DumpedTable[] = [];
  for (const table of await listTables(client)) {
    const { schema, name, columns } = table;
    const rows = createRowCounter();
    const content = client.query(copyTo(copyOut(table)));
    const stored = await storeStream(target, tableStreamName(id, table), content, rows.add);
    dumped.push({ ...stored, schema, name, columns, rows: rows.count() });
  }
  return dumped;
}

/** The sequences. They are no part of the snapshot: their values are those of the rows, or later. */
export async function readSequences(client: pg.Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(SEQUENCES);
  const values: DumpedSequence[] = [];
  for (const { schema, name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoteName(schema, name)}`,
    );
    values.push({ schema, name, ...state.rows[0]! });
  }
  return values;
}

/** Which migrations the database has, and the version of the job queues. */
export async function readVersions(
  client: pg.Client,
): Promise<Pick<Manifest, 'migrations' | 'jobsVersion'>> {
  const migrations = await client.query<{ hash: string; createdAt: string }>(
    'select hash, created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at',
  );
  const jobs = await client.query<{ version: number }>('select version from jobs.version');
  return {
    migrations: migrations.rows.map(({ hash, createdAt }) => ({
      hash,
      createdAt: Number(createdAt),
    })),
    jobsVersion: jobs.rows[0]!.version,
  };
}
