import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { migrateDatabase, openDatabase } from './db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('connections closed by the database are replaced, and the process keeps running', async () => {
  const client = await app.pool.connect();
  await app.pool.query('select 1');
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  client.release(true);
  // The pool notices closed connections with a delay; queries until then fail.
  const query = () => app.pool.query('select 1 as one').then(({ rows }) => rows, String);
  await expect.poll(query).toEqual([{ one: 1 }]);
});

test('a database that accepts connections and never answers ends the wait', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://nobody@127.0.0.1:${port}/nothing`;
  const { pool } = openDatabase(url, { timeouts: { connectionTimeoutMillis: 100 } });
  await expect(pool.query('select 1')).rejects.toThrow(/timeout/i);
  await pool.end();
  silent.close();
});

test('the server gives up on endless statements, locks and open transactions', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const settings = await Promise.all(
    names.map(async (name) => (await app.pool.query(`show ${name}`)).rows[0]),
  );
  expect(Object.assign({}, ...settings)).toEqual({
    statement_timeout: '2min',
    lock_timeout: '30s',
    idle_in_transaction_session_timeout: '2min',
  });
});

const MIGRATION_LOCK = 'pg_advisory_lock(7241930)';

test('a start with all migrations waits for nobody', async () => {
  const other = await app.pool.connect();
  await other.query(`select ${MIGRATION_LOCK}`);
  expect(await migrateDatabase(app.pool)).toBeUndefined();
  await other.query('select pg_advisory_unlock_all()');
  other.release();
});

test('a start waits for the migration of another one, and limits its own sessions afterwards', async () => {
  const url = app.pool.options.connectionString!;
  const timeouts = { lock_timeout: 50, statement_timeout: 50 };
  const { pool } = openDatabase(url, { max: 1, timeouts });
  const other = await app.pool.connect();
  await other.query(`select ${MIGRATION_LOCK}`);
  const moveMigrations = (milliseconds: number) =>
    other.query(
      `update drizzle.__drizzle_migrations set created_at = created_at + ${milliseconds}`,
    );
  await moveMigrations(-1);
  const migrated = migrateDatabase(pool);
  const longestWait = async () => {
    const { rows } = await other.query(
      `select extract(epoch from clock_timestamp() - query_start) as seconds from pg_stat_activity
       where wait_event = 'advisory' and datname = current_database()`,
    );
    return Number(rows[0]?.seconds ?? 0);
  };
  await expect.poll(longestWait).toBeGreaterThan(0.2);
  await moveMigrations(1);
  await other.query('select pg_advisory_unlock_all()');
  other.release();
  await migrated;
  expect((await pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '50ms' }]);
  await pool.end();
});
