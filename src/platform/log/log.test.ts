import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { installJobs, openJobRunner, type Queue } from '#src/platform/jobs/jobs.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createLog } from './log.ts';

const EMAIL = 'ada.lindqvist@example.test';
const TOKEN = 's3cret-t0ken-of-a-session';

let app: TestApp;
let lines: string[] = [];
const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app.close());

const failureOf = (promise: PromiseLike<unknown>): Promise<Error> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  );
const logged = (err: unknown) => {
  log.error({ err }, 'it failed');
  return JSON.parse(lines.at(-1)!).err;
};
const expectNoValues = () => {
  const text = lines.join('\n');
  for (const value of [EMAIL, TOKEN, 'ada.lindqvist', 's3cret']) expect(text).not.toContain(value);
};

test('logged paths are truncated', () => {
  log.info({ path: `/${'x'.repeat(15_000)}` }, 'page not found');
  expect(JSON.parse(lines.at(-1)!).path).toHaveLength(200);
  expect(lines.at(-1)!.length).toBeLessThan(400);
});

test('a failed insert is logged with statement and constraint but without values', async () => {
  const someone = { email: EMAIL, name: TOKEN };
  await app.db.insert(users).values(someone);
  const error = await failureOf(app.db.insert(users).values(someone));
  // The error itself contains the values of the statement and of the existing row.
  expect(error.message).toContain(TOKEN);
  expect(error.cause).toMatchObject({ detail: expect.stringContaining(EMAIL) });
  expect(logged(error)).toEqual({
    type: 'Error',
    message: 'A statement failed',
    statement: expect.stringMatching(/^insert into "users"/),
    stack: expect.stringMatching(/^at .+\.[jt]s:/),
    cause: {
      type: 'error',
      message: expect.stringContaining('violates unique constraint'),
      code: '23505',
      severity: 'ERROR',
      schema: 'public',
      table: 'users',
      constraint: expect.stringMatching(/^users_email/),
      routine: '_bt_check_unique',
      stack: expect.any(String),
    },
  });
  expectNoValues();
});

test('a value that the database cannot parse is not quoted', async () => {
  const error = await failureOf(app.db.insert(sessions).values({ userId: TOKEN } as never));
  expect((error.cause as Error).message).toContain(TOKEN);
  expect(logged(error).cause).toMatchObject({
    code: '22P02',
    message: 'The database refused a value',
  });
  expectNoValues();
});

test('wrapping errors reveal no more than the errors they wrap', async () => {
  const someone = { email: EMAIL, name: TOKEN };
  const error = await failureOf(app.db.insert(users).values(someone));
  logged(new Error(`It was not stored: ${error.message}`, { cause: error }));
  logged(new AggregateError([error], 'All of it failed'));
  // The format in which the job queues report errors.
  logged(Object.assign({ message: error.message, stack: error.stack }, error));
  expect(lines.join('\n')).toContain('It was not stored: Failed query: insert into');
  expectNoValues();
});

test('other errors are logged with message, code and stack', () => {
  const error = Object.assign(new TypeError('There is no room'), { code: 'ENOSPC', token: TOKEN });
  expect(logged(error)).toEqual({
    type: 'TypeError',
    message: 'There is no room',
    code: 'ENOSPC',
    stack: expect.stringMatching(/^at .+log\.test\.ts:/),
  });
  expect(logged('only text')).toBe('only text');
});

test('a failed request is logged without its input', async () => {
  const server = createApp({ ...app.services, log });
  await app.db.execute(sql`alter table contact_messages rename to renamed`);
  const body = { name: 'Ada', email: EMAIL, topic: 'My account', message: `Of ${TOKEN}, again.` };
  const response = await server.request('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await app.db.execute(sql`alter table renamed rename to contact_messages`);
  expect(response.status).toBe(500);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'request failed',
    path: '/api/contact',
    err: { statement: expect.stringContaining('"contact_messages"'), cause: { code: '42P01' } },
  });
  expectNoValues();
});

test('a failed job is logged without its data', async () => {
  const data = z.object({ email: z.string() });
  const queue: Queue<typeof data> = {
    name: 'fails',
    data,
    retries: { limit: 0, delay: 1, delayMax: 1 },
  };
  await installJobs(app.pool, log, [queue]);
  const runner = await openJobRunner(app.directUrl, log);
  await runner.work(queue, async ({ email }) => {
    await app.db.insert(sessions).values({ userId: email, token: TOKEN } as never);
  });
  await app.jobs.enqueue(app.db, queue, { email: EMAIL });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await runner.stop();
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'a job failed',
    queue: 'fails',
    err: { statement: expect.stringMatching(/^insert into "sessions"/), cause: { code: '22P02' } },
  });
  expectNoValues();
});
