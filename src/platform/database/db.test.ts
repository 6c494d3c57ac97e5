import { expect, test } from 'vitest';
import { createTestApp } from '#test/harness.ts';

test('connections that the database ends are replaced, and the process lives on', async () => {
  const app = await createTestApp();
  const taken = await app.pool.connect();
  await app.pool.query('select 1');
  await taken.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect(taken.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  taken.release(true);
  // A moment passes until the pool hears of the endings; whoever asks meanwhile gets the error.
  const ask = () => app.pool.query('select 1 as one').then(({ rows }) => rows, String);
  await expect.poll(ask).toEqual([{ one: 1 }]);
  await app.close();
});
