import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readMigrations } from '#src/platform/database/db.ts';
import type { BackupTarget } from './backup-target.ts';
import { quoteName } from './clients.ts';
import { columnList, listTables, readVersions, tableStreamName } from './dump-database.ts';
import type { DumpedTable, Manifest } from './manifest.ts';
import { readStream } from './stored-stream.ts';

/**
 * What checks rows while they are written and would refuse some: foreign keys, as long as the other rows
 * are not there, and checks that do not concern rows from before.
 */
const CONSTRAINTS = `
  select n.nspname as schema, c.relname as name, k.conname as "constraint",
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where (k.contype = 'f' or not k.convalidated) and n.nspname in ('public', 'jobs') and k.conparentid = 0
  order by k.oid`;

type Constraint = { schema: string; name: string; constraint: string; definition: string };

/** @throws Error unless the database has no tables of the product */
export async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isEmpty: boolean }>(`
    select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p')) as "isEmpty"`);
  if (!rows[0]?.isEmpty) {
    throw new Error('The database is not empty: a backup is restored only into an empty one.');
  }
}

/**
 * Restores the rows of a backup into an empty database that has only the tables of the job queues. All of
 * it is one transaction, so an interruption leaves the database empty. The foreign keys are created at the
 * end, which checks every row against them.
 */
export async function restoreDatabase(
  client: pg.Client,
  target: BackupTarget,
  manifest: Manifest,
): Promise<void> {
  await client.query('begin');
  await requireEmptyDatabase(client);
  await createTables(client, manifest);
  const constraints = (await client.query<Constraint>(CONSTRAINTS)).rows;
  for (const { schema, name, constraint } of constraints) {
    await client.query(`alter table ${quoteName(schema, name)} drop constraint "${constraint}"`);
  }
  const tables = manifest.tables.map(({ schema, name }) => quoteName(schema, name));
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of manifest.tables) await restoreTable(client, target, manifest.id, table);
  for (const { schema, name, value, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteName(schema, name),
      value,
      isCalled,
    ]);
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { schema, name, constraint, definition } of constraints) {
    await client.query(
      `alter table ${quoteName(schema, name)} add constraint "${constraint}" ${definition}`,
    );
  }
  await client.query('commit');
  await client.query('analyze');
}

/** Migrates to the state of the backup, whose rows would not fit into later tables. */
async function createTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const known = new Map(readMigrations().map((migration) => [migration.hash, migration]));
  await client.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { hash, createdAt } of manifest.migrations) {
    const migration = known.get(hash);
    if (!migration) {
      throw new Error(
        'The backup was made by another version of the product: restore it with that version.',
      );
    }
    for (const statement of migration.sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, createdAt],
    );
  }
  const { jobsVersion } = await readVersions(client);
  const tables = new Set((await listTables(client)).map(({ schema, name }) => `${schema}.${name}`));
  const isSame =
    jobsVersion === manifest.jobsVersion &&
    tables.size === manifest.tables.length &&
    manifest.tables.every(({ schema, name }) => tables.has(`${schema}.${name}`));
  if (isSame) return;
  throw new Error(
    'The backup was made with other tables of the job queues: restore it with the version of the product that made it.',
  );
}

async function restoreTable(
  client: pg.Client,
  target: BackupTarget,
  id: string,
  table: DumpedTable,
): Promise<void> {
  const { schema, name, columns, rows } = table;
  const into = client.query(
    copyFrom(`copy ${quoteName(schema, name)} (${columnList(columns)}) from stdin`),
  );
  await pipeline(readStream(target, tableStreamName(id, table), table), into);
  if (into.rowCount !== rows) {
    throw new Error(`${schema}.${name} has ${into.rowCount} rows instead of ${rows}.`);
  }
}
