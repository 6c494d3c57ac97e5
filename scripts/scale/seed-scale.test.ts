import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { checkSeed } from './check-seed.ts';
import { seedScale } from './seed.ts';
import { FEWEST_POSTS, sizeOf } from './size.ts';

const size = sizeOf(FEWEST_POSTS);
const prefixes = { invoicePrefix: 'INV', creditNotePrefix: 'CN' };
let app: TestApp;
const steps: [share: number, next: string][] = [];
beforeAll(async () => {
  app = await createTestApp();
  await seedScale(app.pool, { size, prefixes }, (share, next) => steps.push([share, next]));
});
afterAll(() => app.close());

const numberOf = async (query: string): Promise<number> => {
  const { rows } = await app.pool.query<{ number: number }>(`select (${query})::int as number`);
  return rows[0]!.number;
};

test('a seeded platform follows every rule that the seed did not check row by row', async () => {
  expect(await checkSeed(app.db)).toEqual([]);
});

test('a broken rule of the seed is found', async () => {
  await app.db.execute(sql`update content_posts set last_published_at = now()
    where id = (select id from content_posts where published_at is not null limit 1)`);
  expect(await checkSeed(app.db)).toContain(
    'Not true: a post has the time of its newest publication',
  );
  await app.db.execute(sql`update content_posts set last_published_at = published_at`);
});

test.each([
  ['content_posts', size.posts],
  ['content_media', size.media],
  ['post_notifications', size.notifications],
  ["user_roles where role = 'influencer'", size.influencers],
  ["user_roles where role = 'subscriber'", size.fans],
])('it has the records of its size: %s', async (table, expected) => {
  expect(await numberOf(`select count(*) from ${table}`)).toBe(expected);
});

test('few influencers and few fans have most of the subscriptions', async () => {
  const most = (column: string) =>
    numberOf(
      `select max(count) from (select count(*) from user_subscriptions group by ${column}) each`,
    );
  expect(await most('influencer_id')).toBeGreaterThanOrEqual(size.mostSubscribers);
  expect(await most('subscriber_id')).toBeGreaterThanOrEqual(size.mostSubscriptions);
  const all = await numberOf('select count(*) from user_subscriptions');
  expect(all / size.subscriptions).toBeGreaterThan(0.9);
  expect(all).toBeLessThanOrEqual(size.subscriptions);
});

test('its progress grows to the end', () => {
  const shares = steps.map(([share]) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toEqual([1, 'done']);
});

test('it refuses a database that has accounts', async () => {
  await expect(seedScale(app.pool, { size, prefixes })).rejects.toThrow('has accounts already');
});
