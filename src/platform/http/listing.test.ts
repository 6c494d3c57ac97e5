import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import { COUNT_LIMIT, formatCount } from '#src/lib/locale/counts.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { countUpToLimit } from './counts.ts';
import { listAll, listPage, type Listing } from './listing.ts';

type Sort = 'received' | 'name' | 'age' | 'share';
type Row = { id: string; fullName: string };

const APPLICATIONS = {
  columns: { id: sql<string>`a.id`, fullName: sql<string>`a.full_name` },
  from: sql`influencer_applications a`,
  id: sql`a.id`,
  sorts: {
    received: { by: sql`a.created_at`, type: 'timestamptz' },
    name: { by: sql`lower(a.full_name)`, type: 'text' },
    age: { by: sql`a.age`, type: 'bigint' },
    share: { by: sql`a.instagram_followers / 3.0`, type: 'numeric' },
  },
} satisfies Listing<Sort>;
const SORTS = Object.keys(APPLICATIONS.sorts) as Sort[];
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`] as const);
// Names that are hard to sort and to escape in JSON and SQL; many rows share them.
const NAMES = ['Ärla', 'zoë', '"Quote" O\'Hara', 'back\\slash', '  space', 'ADA', '名前', '🎩🎩'];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('truncate influencer_applications cascade'));

/** Creates applications with many equal names, times and numbers. */
async function createApplications(count: number): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into influencer_applications
       (full_name, email, phone, age, instagram_followers, content_category, why_join, fingerprint, created_at)
     select ($2::text[])[1 + floor(random() * $3)], 'a@example.test', '1', 18 + floor(random() * 4),
       floor(random() * 5), 'Travel', 'Because', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
       '2026-01-01 12:00:00.000001Z'::timestamptz + floor(random() * 5) * interval '1 microsecond'
     from generate_series(1, $1) returning id`,
    [count, NAMES, NAMES.length],
  );
  return rows.map(({ id }) => id);
}

type Cursors = { after?: string; before?: string };
const page = (sort: Sort | `-${Sort}`, cursors: Cursors = {}, where: (SQL | undefined)[] = []) =>
  listPage(app.pool, APPLICATIONS, { where, sort, ...cursors });

type Walk = { beforeEachPage?: () => Promise<unknown>; where?: (SQL | undefined)[] };

/** Reads all pages in a direction, and runs a callback before each page. */
async function walk(
  sort: Sort | `-${Sort}`,
  direction: 'next' | 'previous',
  from: ListPage<Row>,
  { beforeEachPage = async () => {}, where = [] }: Walk = {},
): Promise<ListPage<Row>[]> {
  const pages = [from];
  for (let cursor = from[direction]; cursor !== null; cursor = pages.at(-1)![direction]) {
    await beforeEachPage();
    const cursors = direction === 'next' ? { after: cursor } : { before: cursor };
    pages.push(await page(sort, cursors, where));
  }
  return pages;
}

const idsOf = (pages: ListPage<Row>[]) => pages.flatMap(({ rows }) => rows.map(({ id }) => id));

describe.each(ORDERS)('a list in the order %s', (order) => {
  test('has each row once and in order, forward and backward', async () => {
    await createApplications(3 * LIST_PAGE_SIZE + 20);
    const { by } = APPLICATIONS.sorts[order.replace('-', '') as Sort];
    const direction = sql.raw(order.startsWith('-') ? 'desc' : 'asc');
    const { rows } = await app.db.execute<Row>(
      sql`select a.id from influencer_applications a order by ${by} ${direction}, a.id ${direction}`,
    );
    const forward = await walk(order, 'next', await page(order));
    expect(idsOf(forward)).toEqual(rows.map(({ id }) => id));
    expect(forward.map(({ rows: { length } }) => length)).toEqual([50, 50, 50, 20]);
    expect(forward[0]!.previous).toBeNull();

    const back = await walk(order, 'previous', forward.at(-1)!);
    expect(idsOf(back.toReversed())).toEqual(idsOf(forward));
    expect(back.at(-1)!.previous).toBeNull();
    expect(back.at(-1)!.next).not.toBeNull();
  });

  test('neither skips nor repeats rows while rows are added', async () => {
    const there = await createApplications(3 * LIST_PAGE_SIZE + 20);
    const forward = await walk(order, 'next', await page(order), {
      beforeEachPage: () => createApplications(9),
    });
    const back = await walk(order, 'previous', forward.at(-1)!, {
      beforeEachPage: () => createApplications(9),
    });
    for (const seen of [idsOf(forward), idsOf(back)]) {
      expect(new Set(seen).size).toBe(seen.length);
    }
    expect(idsOf(forward)).toEqual(expect.arrayContaining(there));
    const before = idsOf(forward).slice(0, -LIST_PAGE_SIZE);
    expect(idsOf(back)).toEqual(expect.arrayContaining(before));
  });
});

test.each([
  ['few rows match', 3 * LIST_PAGE_SIZE + 20],
  ['more rows match than are counted', COUNT_LIMIT + 20],
])('a search has the pages of the list without it, where %s', async (_, count) => {
  await createApplications(count);
  // A value for which the statement is planned.
  const where = [sql`a.age > ${1}`, undefined];
  for (const order of ['-received', 'name'] as const) {
    const plain = await walk(order, 'next', await page(order));
    const found = await walk(order, 'next', await page(order, {}, where), { where });
    expect(found).toEqual(plain);
    const back = await walk(order, 'previous', found.at(-1)!, { where });
    expect(idsOf(back.toReversed())).toEqual(idsOf(plain));
  }
});

test('all searches of a list read their rows by one statement, which is planned once', async () => {
  await createApplications(LIST_PAGE_SIZE + 5);
  for (let age = 0; age < 8; age++) {
    for (const order of ['name', '-share'] as const) await page(order, {}, [sql`a.age > ${age}`]);
  }
  await page('name', {}, [sql`a.age = ${18}`]);
  const clients = await Promise.all(
    Array.from({ length: app.pool.idleCount }, () => app.pool.connect()),
  );
  const plans = await Promise.all(
    clients.map((client) =>
      client.query<{ custom: number }>(
        `select custom_plans::int as custom from pg_prepared_statements
         where statement like '%"rowId" from influencer_applications a%'`,
      ),
    ),
  );
  for (const client of clients) client.release();
  const counts = plans.map(({ rows }) => rows);
  expect(Math.max(...counts.map(({ length }) => length))).toBe(1);
  expect(Math.max(...counts.flat().map(({ custom }) => custom))).toBeLessThanOrEqual(5);
});

test('a single page has no neighboring pages', async () => {
  await createApplications(LIST_PAGE_SIZE);
  expect(await page('name')).toMatchObject({ total: 50, previous: null, next: null });
  await app.pool.query('truncate influencer_applications cascade');
  expect(await page('name')).toEqual({ rows: [], total: 0, previous: null, next: null });
});

test('each page has the number of all rows', async () => {
  await createApplications(LIST_PAGE_SIZE + 1);
  const first = await page('name');
  const second = await page('name', { after: first.next! });
  expect([first.total, second.total, second.rows.length]).toEqual([51, 51, 1]);
});

test('rows have the requested columns and no paging columns', async () => {
  await createApplications(1);
  const { rows } = await page('name');
  expect(rows).toEqual([{ id: expect.any(String), fullName: expect.any(String) }]);
});

test('with two cursors the forward cursor wins', async () => {
  await createApplications(2 * LIST_PAGE_SIZE);
  const { next } = await page('name');
  const second = await page('name', { after: next! });
  expect(await page('name', { after: next!, before: second.previous! })).toEqual(second);
});

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID = '00000000-0000-4000-8000-000000000000';
const HOSTILE: [name: string, cursor: string, sort: Sort][] = [
  ['is empty', '', 'name'],
  ['is not base64', '%%%', 'name'],
  ['is not JSON', Buffer.from('[1,').toString('base64url'), 'name'],
  ['is not an array', cursor(null), 'name'],
  ['has no id', cursor(['a']), 'name'],
  ['has an invalid id', cursor(['a', "1' or true --"]), 'name'],
  ['has a number instead of text', cursor([1, ID]), 'name'],
  ['has a NUL', cursor(['a\0b', ID]), 'name'],
  ['has text instead of an instant', cursor(['Ada', ID]), 'received'],
  ['has an instant that does not exist', cursor(['2026-02-30 00:00:00+00', ID]), 'received'],
  ['has an instant out of range', cursor(['999999-01-01 00:00:00+00', ID]), 'received'],
  ['has text instead of an integer', cursor(['Ada', ID]), 'age'],
  ['has an integer out of range', cursor(['9'.repeat(40), ID]), 'age'],
  ['has text instead of a decimal', cursor(['1; select 1', ID]), 'share'],
];

test.each(HOSTILE)('a cursor that %s is refused as invalid input', async (_, hostile, sort) => {
  const refused = { code: 'invalid-input' };
  await expect(page(sort, { after: hostile })).rejects.toMatchObject(refused);
  await expect(page(sort, { before: hostile })).rejects.toMatchObject(refused);
});

test('over HTTP an invalid cursor is invalid input, too', async () => {
  const user = await app.as('admin');
  for (const [, hostile, sort] of HOSTILE) {
    if (sort !== 'name' && sort !== 'received') continue;
    const query = new URLSearchParams({ sort, after: hostile });
    const { status, json } = await app.call('GET', `/api/applications?${query}`, { user });
    expect([status, json.code], hostile).toEqual([400, 'invalid-input']);
  }
});

test('a page can end at a name of 200 characters in any script', async () => {
  await createApplications(LIST_PAGE_SIZE + 1);
  await app.pool.query(`update influencer_applications set full_name = repeat('🎩', 200)`);
  const user = await app.as('admin');
  const ask = (query: Record<string, string>) =>
    app.call('GET', `/api/applications?${new URLSearchParams({ sort: 'name', ...query })}`, {
      user,
    });
  const { json: first } = await ask({});
  const { status, json: second } = await ask({ after: first.next });
  expect([status, second.rows.length]).toEqual([200, 1]);
});

test('rows are counted only up to the limit', async () => {
  const from = sql`generate_series(1, ${sql.raw(String(COUNT_LIMIT + 500))}) n`;
  const count = (most: number) => countUpToLimit(app.pool, from, [sql`n <= ${most}`, undefined]);
  expect(await count(COUNT_LIMIT)).toBe(COUNT_LIMIT);
  expect(await count(COUNT_LIMIT + 1)).toBe(COUNT_LIMIT + 1);
  expect(await count(COUNT_LIMIT + 500)).toBe(COUNT_LIMIT + 1);
  const labels = [COUNT_LIMIT, COUNT_LIMIT + 1, 0].map((found) => formatCount(found));
  expect(labels).toEqual(['1,000', '1,000+', '0']);
});

test('a file has every row of the filter once and in order', async () => {
  const createdIds = new Set(await createApplications(2_000));
  const where = [sql`a.age < 30`, undefined];
  const ids: string[] = [];
  const all = listAll(app.pool, APPLICATIONS, { where, sort: '-name' });
  for await (const rows of all) ids.push(...rows.map(({ id }) => id));
  expect(ids).toHaveLength(2_000);
  expect(new Set(ids)).toEqual(createdIds);
  const { rows } = await page('-name', {}, where);
  expect(ids.slice(0, LIST_PAGE_SIZE)).toEqual(rows.map(({ id }) => id));
});
