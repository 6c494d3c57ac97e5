import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { readMail } from '#test/read-mail.ts';
import { createUploader } from '#test/upload.ts';
import {
  killServer,
  startServerProcess,
  type ServerProcess,
} from '../../scripts/server-process.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let fan: TestUser;
let server: ServerProcess;
beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
  server = await startServerProcess({
    DATA_DIR: app.config.dataDir,
    DATABASE_URL: app.pool.options.connectionString!,
    PAYMENTS: 'sandbox',
    DISK_RESERVE_MB: '0',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import ${new URL('wrong-clock.mjs', import.meta.url).href}`,
  });
});
afterAll(async () => {
  await killServer(server);
  await app.close();
});

/** Shifts the clock of the server by these days. */
const shiftClock = (days: number) => server.child.send({ clockOffset: days * DAY_MS });

async function send(
  address: string,
  { body, cookie = fan.cookie }: { body?: object; cookie?: string } = {},
) {
  return fetch(server.url + address, {
    headers: { cookie, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** Runs a scheduled job now, and waits until it has succeeded. */
async function runJob(name: string): Promise<void> {
  await app.db.execute(sql`insert into jobs.job (name) values (${name})`);
  await expect
    .poll(
      async () => {
        const { rows } = await app.db.execute<{ state: string }>(
          sql`select state::text from jobs.job where name = ${name}`,
        );
        return rows.every(({ state }) => state === 'completed');
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** The token of the reset link that was mailed. */
function findResetToken(): string | undefined {
  const folder = path.join(app.config.dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')).text)
    .flatMap((text) => /\/reset-password#([\w-]{43})/.exec(text)?.[1] ?? [])[0];
}

const guess = () =>
  send('/api/auth/sign-in', { body: { email: fan.email, password: 'a wrong guess' }, cookie: '' });

test('a server whose clock is weeks ahead ends and deletes nothing, and nobody is locked out later', async () => {
  const influencer = await app.as('influencer');
  const staff = await app.as('staff');
  const renewing = await subscribe(app, fan, influencer);
  const cancelled = await app.as('subscriber');
  const cancelledId = await subscribe(app, cancelled, influencer);
  await publish(app, influencer);
  const upload = await createUploader(app, staff).create('a.jpg', 1000);
  const address = upload.headers.get('location')!;

  shiftClock(40);
  // The session lives on, and the paid period has not ended.
  const feed = await send('/api/feed');
  expect(((await feed.json()) as { posts: unknown[] }).posts).toHaveLength(1);
  await runJob('subscription-renewals');
  await runJob('upload-sweep');
  const cancel = await send(`/api/subscriptions/${cancelledId}/cancel`, {
    body: {},
    cookie: cancelled.cookie,
  });
  expect(cancel.status).toBeLessThan(300);
  for (const id of [renewing, cancelledId]) {
    const [found] = await app.db
      .select()
      .from(userSubscriptions)
      .where(eq(userSubscriptions.id, id));
    expect(found).toMatchObject({ status: 'active', endedAt: null });
  }
  expect((await createUploader(app, staff).head(address)).status).toBe(200);
  // The link of a mail works.
  await send('/api/auth/forgot-password', { body: { email: fan.email }, cookie: '' });
  await expect.poll(findResetToken, { timeout: 60_000 }).toBeTruthy();
  for (let count = 0; count < 11; count += 1) await guess();

  shiftClock(0);
  const refused = await guess();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThan(16 * 60);
  const reset = await send('/api/auth/reset-password', {
    body: { token: findResetToken(), newPassword: 'violet lantern 27 quarry' },
    cookie: '',
  });
  expect(reset.status).toBeLessThan(300);
});
