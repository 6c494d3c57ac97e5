import { expect, test } from 'vitest';
import { createTestApp } from '#test/harness.ts';

test('connections closed by the database are replaced, and the process keeps running', async () => {
  const app = await createTestApp();
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
  await app.close();
});
