import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { findFreePort } from '../../scripts/product.ts';
import {
  killServer,
  startServerProcess,
  type ServerProcess,
} from '../../scripts/server-process.ts';
import { createCertificate, trust } from './certificate.ts';
import { balanceSiteWithTls } from './haproxy.ts';
import { startNginx } from './nginx.ts';
import { startPgBouncer, type PgBouncer } from './pgbouncer.ts';
import { createFolder, hasPrograms, removeFolder } from './programs.ts';

/** The part of a file that a browser sends at once. */
const PART = 16 * 1024 * 1024;
const PROXIES = [
  { name: 'HAProxy', program: 'haproxy', start: balanceSiteWithTls },
  { name: 'nginx', program: 'nginx', start: startNginx },
];
const hasPgBouncer = hasPrograms(['pgbouncer'], 'pgbouncer');

describe.each(PROXIES)('the file for $name in deploy', ({ program, start }) => {
  const canRun = hasPgBouncer && hasPrograms([program], program);
  let app: TestApp;
  let bouncer: PgBouncer;
  let servers: ServerProcess[];
  let site: string;
  let plain: string;
  // Steps in reverse order.
  const cleanup: (() => unknown)[] = [];
  beforeAll(async () => {
    if (!canRun) return;
    app = await createTestApp();
    cleanup.push(app.close);
    bouncer = await startPgBouncer(app.directUrl);
    cleanup.push(bouncer.stop);
    const folder = createFolder('certificate');
    cleanup.push(() => removeFolder(folder));
    const certificate = createCertificate(folder);
    cleanup.push(trust(certificate));
    const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
    [plain, site] = [`http://localhost:${httpPort}`, `https://localhost:${httpsPort}`];
    const env = {
      PUBLIC_URL: site,
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: app.directUrl,
      ...bouncer.env,
      DISK_RESERVE_MB: '0',
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'true',
    };
    servers = await Promise.all([startServerProcess(env), startServerProcess(env)]);
    cleanup.push(() => Promise.all(servers.map(killServer)));
    const ports = servers.map(({ url }) => Number(new URL(url).port));
    const proxy = await start(ports, { httpPort, httpsPort, certificate });
    cleanup.push(proxy.stop);
  });
  afterAll(async () => {
    for (const step of cleanup.toReversed()) await step();
  });

  /** Signs in as a browser does. @returns the cookies */
  async function signIn(email: string): Promise<string> {
    const answer = await fetch(`${site}/api/auth/sign-in`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: site,
        // Only the proxy says where clients are.
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.join('\n')).toContain('Secure');
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  }

  test.runIf(canRun)('leads to TLS, and hides the metrics', async () => {
    const { status, headers } = await fetch(`${plain}/marketplace`, { redirect: 'manual' });
    const target = headers.get('location')!;
    expect([status, new URL(target).protocol, new URL(target).pathname]).toEqual([
      301,
      'https:',
      '/marketplace',
    ]);
    expect((await fetch(`${site}/metrics`)).status).toBe(404);
    expect((await fetch(`${site}/health`)).status).toBe(200);
  });

  test.runIf(canRun)('lets staff sign in from their own address', async () => {
    const { id, email } = await app.as('staff');
    const cookie = await signIn(email);
    const session = await fetch(`${site}/api/auth/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ session: { user: { id } } });
    const addresses = await app.db
      .select({ address: auditEntries.address })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, id));
    expect(addresses).toEqual([{ address: '127.0.0.1' }]);
  });

  test.runIf(canRun)('passes an upload in parts of 16 MiB', async () => {
    const { email } = await app.as('staff');
    const headers = { cookie: await signIn(email), 'tus-resumable': '1.0.0' };
    const created = await fetch(`${site}/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(PART + 1),
        'upload-metadata': `filename ${btoa('evening.mp4')}`,
      },
    });
    expect(created.status).toBe(201);
    const address = new URL(created.headers.get('location')!, site);
    const sent = await fetch(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(PART),
    });
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(PART)]);
  });

  test.runIf(canRun)('passes live events as they happen', async () => {
    const [influencer, staff] = [await app.as('influencer'), await app.as('staff')];
    const stream = await fetch(`${site}/api/events`, {
      headers: { cookie: await signIn(influencer.email) },
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const created = await fetch(`${site}/api/tasks`, {
      method: 'POST',
      headers: { cookie: await signIn(staff.email), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A portrait', assignees: [influencer.id] }),
    });
    expect(created.status).toBe(200);
    let received = '';
    while (!received.includes('event: tasks')) received += (await reader.read()).value ?? '';
    await reader.cancel();
  });
});
