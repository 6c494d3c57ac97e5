import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { GROWTH } from './growth.ts';

// PostgreSQL without Citus: the function notes what Citus would do, and everything else is real.
const CITUS = `
  create table citus_tables (table_name regclass, distribution_column text, colocate_with text);
  create function create_distributed_table(regclass, text, colocate_with text) returns void
    language sql as 'insert into citus_tables values ($1, $2, $3)'`;
const FILE = path.join(import.meta.dirname, '../../deploy/citus.sql');

let app: TestApp;
let [fan, influencer]: TestUser[] = [];
beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query(CITUS);
  await app.pool.query(await readFile(FILE, 'utf8'));
  [fan, influencer] = [await app.as('subscriber'), await app.as('influencer')];
  await subscribe(app, fan, influencer);
});
afterAll(() => app.close());

async function list(statement: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(`${statement} order by 1`);
  return rows.map(({ name }) => name);
}

test('every table grows with something, and what grows with fans and posts is distributed by the fan', async () => {
  const tables = await list(`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'citus_tables'`);
  expect(Object.values(GROWTH).flat().toSorted()).toEqual(tables);
  const { rows } = await app.pool.query(`select table_name::text, distribution_column, colocate_with
    from citus_tables`);
  expect(rows).toEqual(
    GROWTH.fanPosts.map((name, index) => ({
      table_name: name,
      distribution_column: 'subscriber_id',
      colocate_with: index === 0 ? 'none' : GROWTH.fanPosts[0],
    })),
  );
});

test('every unique constraint of a distributed table contains the column that distributes it', async () => {
  expect(
    await list(`select indexrelid::regclass::text as name from pg_index
      join citus_tables on table_name = indrelid
      join pg_attribute on attrelid = indrelid and attname = distribution_column
      where indisunique and (attnum <> all (indkey) or indexprs is not null)`),
  ).toEqual([]);
});

test('no foreign key leads from or to a distributed table, and no trigger is on one', async () => {
  expect(
    await list(`select conname as name from pg_constraint join citus_tables
      on table_name in (conrelid, confrelid) where contype = 'f'`),
  ).toEqual([]);
  expect(
    await list(`select tgname as name from pg_trigger join citus_tables on table_name = tgrelid`),
  ).toEqual([]);
});

async function countRows(postId: string): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(sql`select
    (select count(*)::int from post_notifications where post_id = ${postId})
    + (select count(*)::int from post_views where post_id = ${postId}) as count`);
  return rows[0]!.count;
}

/** A post that the fan was notified of and has seen. */
async function publishToFan(): Promise<string> {
  const { id } = await publish(app, influencer!, { notify: [fan!] });
  await app.call('POST', '/api/posts/views', { user: fan!, body: { postIds: [id] } });
  expect(await countRows(id)).toBe(2);
  return id;
}

test('the rows of a post go with it, and those of a fan with the fan', async () => {
  const deleted = await publishToFan();
  await app.db.execute(sql`delete from content_posts where id = ${deleted}`);
  expect(await countRows(deleted)).toBe(0);
  const remaining = await publishToFan();
  await app.db.execute(sql`delete from users where id = ${fan!.id}`);
  expect(await countRows(remaining)).toBe(0);
});
