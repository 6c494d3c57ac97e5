import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  killServer,
  startServerProcess,
  type ServerProcess,
} from '../../scripts/server-process.ts';
import { balanceSite } from '../cluster/haproxy.ts';
import { hasPrograms } from '../cluster/programs.ts';
import { openCable, type Cable } from './cable.ts';

/** The socket of the database, and its address behind the cable. */
function locate(databaseUrl: string) {
  const { searchParams, username, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
  return {
    socket: path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432'),
    through: ({ port }: Cable) => `postgres://${username}@127.0.0.1:${port}${pathname}`,
  };
}

let app: TestApp;
let fan: TestUser;
let cable: Cable;
let server: ServerProcess;
beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
  const database = locate(app.pool.options.connectionString!);
  cable = await openCable({ path: database.socket });
  server = await startServerProcess({
    DATA_DIR: app.config.dataDir,
    DATABASE_URL: database.through(cable),
    PAYMENTS: 'sandbox',
    DISK_RESERVE_MB: '0',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await killServer(server);
  cable.cut();
  await app.close();
});

const get = (address: string) =>
  fetch(server.url + address, { headers: { cookie: fan.cookie }, redirect: 'manual' });
const statusOf = async (address: string) => (await get(address)).status;
const mails = () => {
  const folder = path.join(app.config.dataDir, 'mail');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
};

test('without its database the product says so, and continues by itself when it is back', async () => {
  expect(await statusOf('/api/feed')).toBe(200);
  cable.cut();
  const failed = await get('/api/feed');
  expect([failed.status, failed.headers.get('content-type')]).toEqual([
    503,
    'application/problem+json',
  ]);
  expect(failed.headers.get('retry-after')).toBe('10');
  expect(await failed.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Something that we depend on does not respond. Please try again in a minute.',
  });
  // Whoever was signed in stays so.
  expect(failed.headers.get('set-cookie')).toBeNull();

  await cable.repair();
  await expect.poll(() => statusOf('/api/feed')).toBe(200);
  // Jobs run again: a mail for a forgotten password is written.
  const answer = await fetch(`${server.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: fan.email }),
  });
  expect(answer.status).toBe(200);
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(1);
});

test('after each of its sessions was ended, requests, jobs and uploads work again', async () => {
  const staff = await app.as('staff');
  const other = await app.as('subscriber');
  const before = mails().length;
  const { rows } = await app.db.execute<{ name: string }>(
    `select application_name as name, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(rows.map(({ name }) => name)).toContain('velvet-rope-jobs');
  await expect.poll(() => statusOf('/api/feed')).toBe(200);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: other.email });
  const forgot = { method: 'POST', headers, body };
  expect((await fetch(`${server.url}/api/auth/forgot-password`, forgot)).status).toBe(200);
  await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(before + 1);
  const created = await fetch(`${server.url}/uploads`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '8',
      'upload-metadata': `filename ${btoa('a.jpg')}`,
      cookie: staff.cookie,
    },
  });
  expect(created.status).toBe(201);
});

test.runIf(hasPrograms(['haproxy'], 'haproxy'))(
  'while no process is ready, the load balancer passes their own answers',
  async () => {
    const port = Number(new URL(server.url).port);
    const count = 'http-after-response set-header X-Ready %[nbsrv(velvet_rope)]';
    const { url, stop } = await balanceSite(
      [port, port],
      [
        ['check inter 2s', 'check inter 100ms'],
        ['default_backend velvet_rope', `${count}\n  default_backend velvet_rope`],
      ],
    );
    const ask = () => fetch(`${url}/api/feed`, { headers: { cookie: fan.cookie } });
    const countReady = async () => (await ask()).headers.get('x-ready');
    try {
      await expect.poll(countReady).toBe('2');
      cable.cut();
      await expect.poll(countReady).toBe('0');
      const failed = await ask();
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await failed.json()).toMatchObject({ code: 'unavailable' });
      await cable.repair();
      await expect.poll(countReady).toBe('2');
      expect((await ask()).status).toBe(200);
    } finally {
      await stop();
    }
  },
);
