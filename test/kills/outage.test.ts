import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  killServer,
  startServerProcess,
  type ServerProcess,
} from '../../scripts/server-process.ts';

/** Stands between the product and its database, and can be cut. */
async function openCable(databaseUrl: string) {
  const { searchParams, username, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const socket = path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(socket);
    for (const end of [client, database]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => open.delete(end));
    }
    client.pipe(database).pipe(client);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    cut() {
      server.close();
      for (const end of open) end.destroy();
    },
    repair: () => listen(port),
  };
}

let app: TestApp;
let fan: TestUser;
let cable: Awaited<ReturnType<typeof openCable>>;
let server: ServerProcess;
beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
  cable = await openCable(app.pool.options.connectionString!);
  server = await startServerProcess({
    DATA_DIR: app.config.dataDir,
    DATABASE_URL: cable.url,
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
    500,
    'application/problem+json',
  ]);
  expect(await failed.json()).toMatchObject({
    code: 'internal',
    detail: 'Something went wrong on our side',
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
