import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { signIn } from '../../bench/studio-setup.ts';
import { SCALE_READS, withoutKnownGrowth, type Reader } from './calls.ts';
import {
  findCrossShard,
  findGrowth,
  findReplanned,
  findScans,
  countGrowingTables,
  FIRST_PLANS,
  readCalls,
  recordStatements,
  type CallReading,
} from './explain.ts';
import { openSessionsOf } from './readers.ts';
import { seedScale } from './seed.ts';
import { FEWEST_POSTS, sizeOf } from './size.ts';

const prefixes = { invoicePrefix: 'INV', creditNotePrefix: 'CN' };
const SECRET = 'hot-statements'.padEnd(64, '0');
const RENEWAL = 'a renewal';
/** What fans change most often. */
const FAN_CHANGES: Record<string, { address: string; body: (postIds: string[]) => object }> = {
  'posts are seen': { address: '/api/posts/views', body: (postIds) => ({ postIds }) },
  'notifications are read': { address: '/api/notifications/read', body: () => ({}) },
};
// The larger platform's typical reader has a few more records.
const SLACK = 2;
// Small tables are read whole wherever no index serves: only there, a scan says something.
const SETTINGS = ['set enable_seqscan = off'];

type Platform = { app: TestApp; readings: CallReading[]; call: (title: string) => Promise<void> };

async function readPlatform(posts: number): Promise<Platform> {
  const app = await createTestApp({ SECRET });
  const { pool } = app;
  const sent = recordStatements(pool);
  await seedScale(pool, { size: sizeOf(posts), prefixes });
  const setup = { pool, secret: SECRET };
  const cookies: Record<Reader, string> = {
    fan: (await openSessionsOf('fan', { ...setup, count: 1 }))[0]!,
    influencer: (await openSessionsOf('influencer', { ...setup, count: 1 }))[0]!,
    admin: (await signIn(setup, 'admin')).cookie,
  };
  const callAs = (reader: Reader) => ({ user: { id: '', email: '', cookie: cookies[reader] } });
  const call = async (title: string) => {
    const change = FAN_CHANGES[title];
    if (change) {
      const { json } = await app.call('GET', '/api/feed', callAs('fan'));
      const body = change.body(json.posts.map(({ id }: { id: string }) => id));
      const { status } = await app.call('POST', change.address, { ...callAs('fan'), body });
      return expect(status, title).toBeLessThan(300);
    }
    const found = SCALE_READS.find((each) => each.title === title);
    if (!found) return renew(app);
    const { status } = await app.call('GET', found.address, callAs(found.reader));
    expect(status, title).toBe(200);
  };
  const titles = [...SCALE_READS.map(({ title }) => title), ...Object.keys(FAN_CHANGES), RENEWAL];
  return { app, call, readings: await readCalls(titles, { pool, sent, call }, SETTINGS) };
}

/** Delivers the renewal of a subscription. */
async function renew(app: TestApp): Promise<void> {
  const { rows } = await app.pool.query<{ name: string; cents: number; end: Date }>(
    `select provider_subscription_id as name, price_cents as cents, current_period_end as "end"
     from user_subscriptions where status = 'active' and cancel_at is null order by id limit 1`,
  );
  const { name, cents, end } = rows[0]!;
  const response = await deliver(app, {
    type: 'renewal.paid',
    id: `renewal-${name}`,
    occurredAt: new Date(),
    providerSubscriptionId: name,
    paymentId: `payment-${name}`,
    periodStart: end,
    periodEnd: addMonths(end, 1),
    amountCents: cents,
  });
  expect(response.status).toBe(200);
}

let smaller: Platform;
let larger: Platform;
beforeAll(async () => {
  smaller = await readPlatform(FEWEST_POSTS);
  larger = await readPlatform(3 * FEWEST_POSTS);
});
afterAll(() => Promise.all([smaller.app.close(), larger.app.close()]));

test('no hot statement reads a growing table from the beginning to the end', async () => {
  const growing = await countGrowingTables(larger.app.pool);
  expect([...growing.keys()]).toEqual(
    expect.arrayContaining(['content_posts', 'ledger_transactions', 'post_notifications']),
  );
  expect(findScans(larger.readings, growing)).toEqual([]);
});

test('no hot statement reads more rows because tables are larger', () => {
  expect(larger.readings.length).toBeGreaterThan(SCALE_READS.length);
  expect(findGrowth(smaller.readings, withoutKnownGrowth(larger.readings), SLACK)).toEqual([]);
});

test('no named statement of a hot read is planned for the values of each call', async () => {
  const { app, call } = larger;
  for (const { title } of SCALE_READS) {
    for (let calls = 0; calls < 2 * FIRST_PLANS; calls++) await call(title);
  }
  expect(await findReplanned(app.pool)).toEqual([]);
});

test('every hot statement names the fan whose rows it reads', () => {
  const conditions = larger.readings.flatMap(({ reading }) => reading.conditions);
  // A view is only written.
  expect(conditions.map(({ table }) => table)).toContain('post_notifications');
  expect(findCrossShard(larger.readings)).toEqual([]);
});

test('a statement that reads more, from the beginning or of all fans is found', () => {
  const of = (rows: number, scanned = 0, text = ''): CallReading => ({
    title: 'payments',
    statement: 'select 1',
    reading: {
      rows: new Map([['payments', rows]]),
      scanned: new Map([['payments', scanned]]),
      conditions: [{ table: 'post_views', text }],
      blocks: 1,
    },
  });
  expect(findGrowth([of(1_000)], [of(3_000)], SLACK)).toEqual([]);
  expect(findGrowth([of(1_000)], [of(4_000)], SLACK)).toHaveLength(1);
  const growing = new Map([['payments', 2_000]]);
  expect(findScans([of(1, 1_500)], growing)).toHaveLength(1);
  expect(findScans([of(1, 51)], growing)).toEqual([]);
  expect(findScans([of(1, 1_500)], new Map())).toEqual([]);
  const [fan, post] = ['subscriber_id', 'post_id'].map(
    (name) => `(${name} = '${randomUUID()}'::uuid)`,
  );
  expect(findCrossShard([of(1, 0, fan)])).toEqual([]);
  expect(findCrossShard([of(1, 0, post)])).toHaveLength(1);
});
