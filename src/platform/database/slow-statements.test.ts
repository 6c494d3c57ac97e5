import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { installJobs, openJobRunner, type Queue } from '#src/platform/jobs/jobs.ts';
import { runFor } from '#src/platform/log/current-run.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createApp } from '#src/server/app.ts';
import { createServices } from '#src/server/services.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { openDatabase } from './db.ts';
import { describeStatement } from './observe-statements.ts';
import { createSlowStatements } from './slow-statements.ts';

const EMAIL = 'ada.lindqvist@example.test';
const LIMIT_MS = 150;

let app: TestApp;
let lines: string[] = [];
const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
const slow = createSlowStatements(LIMIT_MS, log);
let observed: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  app = await createTestApp();
  observed = openDatabase(app.pool.options.connectionString!, {
    max: 4,
    observers: [slow.observe],
  });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await observed.pool.end();
  await app.close();
});

const slowLines = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow statement');
const expectNoValues = () => expect(lines.join('\n')).not.toMatch(/lindqvist|secret/);

test('a slow statement of a request is logged with its route and its request, without values', async () => {
  await app.db.execute(sql`
    create function wait_a_moment() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return new; end $$`);
  await app.db.execute(sql`
    create trigger wait_a_moment before insert on contact_messages
    for each row execute function wait_a_moment()`);
  const services = createServices({ ...app.services, ...observed, log });
  const response = await createApp(services).request('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ada',
      email: EMAIL,
      topic: 'My account',
      message: 'A secret of many words.',
    }),
  });
  expect(response.status).toBe(200);
  expect(slowLines()).toEqual([
    expect.objectContaining({
      operation: 'POST /api/contact',
      requestId: response.headers.get('x-request-id'),
      statement: expect.stringMatching(/^sql-[\da-f]{12}$/),
      text: expect.stringMatching(/^insert into "contact_messages"/),
      rows: expect.any(Number),
      hasFailed: false,
    }),
  ]);
  expect(slowLines()[0].durationMs).toBeGreaterThanOrEqual(LIMIT_MS);
  expectNoValues();
});

test('a slow statement of a job is logged with its queue', async () => {
  const data = z.object({ email: z.string() });
  const retries = { limit: 0, delay: 1, delayMax: 1 };
  const queue: Queue<typeof data> = { name: 'slow', data, retries };
  await installJobs(app.pool, log, [queue]);
  const runner = await openJobRunner(app.services.directUrl, log);
  await runner.work(queue, async ({ email }) => {
    await observed.pool.query({
      name: 'find_slowly',
      text: `select pg_sleep(0.2), $1::text, 'secret'`,
      values: [email],
    });
  });
  await app.jobs.enqueue(app.db, queue, { email: EMAIL });
  await expect.poll(slowLines, { timeout: 15_000 }).toMatchObject([
    {
      queue: 'slow',
      jobId: expect.any(String),
      statement: 'find_slowly',
      text: 'select pg_sleep(0.2), $1::text, ?',
      rows: 1,
    },
  ]);
  await runner.stop();
  expectNoValues();
});

test('a statement that fails slowly is logged too, and fast ones are not', async () => {
  const before = slow.count();
  await expect(
    observed.pool.query('select 1 / ($1::int + length(pg_sleep(0.2)::text))', [0]),
  ).rejects.toThrow('division by zero');
  await observed.pool.query('select 1');
  expect(slowLines()).toMatchObject([{ hasFailed: true, rows: null }]);
  expect(slow.count() - before).toBe(1);
});

test('a statement that waits for a connection belongs to the request that sent it', async () => {
  const one = openDatabase(app.pool.options.connectionString!, {
    max: 1,
    observers: [slow.observe],
  });
  const send = (requestId: string) =>
    runFor({ requestId, operation: () => requestId }, () => one.pool.query('select pg_sleep(0.2)'));
  await Promise.all(['first', 'second', 'third'].map(send));
  await one.pool.end();
  expect(slowLines().map(({ requestId }) => requestId)).toEqual(['first', 'second', 'third']);
});

test('nothing is attached to a pool without observers', async () => {
  const client = await app.pool.connect();
  expect(Object.hasOwn(client, 'query')).toBe(false);
  client.release();
});

test.each([
  [`select 'it''s ada', E'x'`, 'select ?, E?'],
  ['do $x$ begin secret; end $x$', 'do ?'],
  ['select $1,\n  $2', 'select $1, $2'],
])('the text of %j is described as %j', (text, described) => {
  expect(describeStatement(undefined, text).text).toBe(described);
});
