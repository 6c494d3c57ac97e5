import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#src/server/app.ts';
import type { Services } from '#src/server/services.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

const METRICS_TOKEN = 'a-token-of-at-least-32-characters';
const AUTHORIZED = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

const ALL_OK = { database: 'ok', storage: 'ok', migrations: 'ok', jobs: 'ok', disk: 'ok' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN });
});
afterAll(() => app.close());

const appWith = (changes: Partial<Services>) => createApp({ ...app.services, ...changes });
const poolWith = (query: () => Promise<unknown>): Pool =>
  Object.assign(Object.create(app.services.pool) as Pool, { query });
const brokenPool = () => poolWith(() => Promise.reject(new Error('gone')));

async function metricsOf(server: Pick<TestApp['app'], 'request'>): Promise<string> {
  const response = await server.request('/metrics', AUTHORIZED);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return response.text();
}

test('the health check says which part does not respond', async () => {
  const healthOf = async (changes: Partial<Services>) => {
    const response = await appWith(changes).request('/health');
    return [response.status, await response.json()];
  };
  expect(await healthOf({})).toEqual([200, ALL_OK]);
  expect(await healthOf({ pool: brokenPool() })).toEqual([
    503,
    { ...ALL_OK, database: 'down', migrations: 'down' },
  ]);
  const storage = { ...app.services.storage, exists: () => Promise.reject(new Error('gone')) };
  expect(await healthOf({ storage })).toEqual([200, { ...ALL_OK, storage: 'down' }]);
});

test('a late job or a full disk is named, but takes no process out of service', async () => {
  const readSchedules = async () => [
    { name: 'nightly', cron: '0 3 * * *', lastRun: null, nextAt: null, isLate: true },
  ];
  const late = appWith({ jobs: { ...app.services.jobs, readSchedules } });
  const response = await late.request('/health/ready');
  expect([response.status, await response.json()]).toEqual([200, { ...ALL_OK, jobs: 'late' }]);
  const config = { ...app.services.config, diskReserve: Number.MAX_SAFE_INTEGER };
  const full = await appWith({ config }).request('/health/ready');
  expect([full.status, await full.json()]).toEqual([
    200,
    { ...ALL_OK, disk: 'low', lowDisks: ['data'] },
  ]);
  const backup = { ...config.backup!, target: { kind: 'folder' as const, path: config.dataDir } };
  const backedUp = appWith({ config: { ...config, backup } });
  expect(await (await backedUp.request('/health')).json()).toMatchObject({
    lowDisks: ['data', 'backup'],
  });
});

test('a database with fewer migrations than the build needs is not ready, one with more is', async () => {
  const newest = sql`(select max(id) from drizzle.__drizzle_migrations)`;
  const move = (by: number) =>
    app.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + ${by}
      where id = ${newest}`);
  await move(-1);
  const behind = await appWith({}).request('/health/ready');
  await move(2);
  const ahead = await appWith({}).request('/health/ready');
  await move(-1);
  expect([behind.status, await behind.json()]).toEqual([503, { ...ALL_OK, migrations: 'down' }]);
  expect([ahead.status, await ahead.json()]).toEqual([200, ALL_OK]);
});

test('without a database the process still lives, so that nothing restarts it', async () => {
  const server = appWith({ pool: brokenPool() });
  const statuses = ['/health', '/health/ready', '/health/live'].map(
    async (path) => (await server.request(path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([503, 503, 200]);
});

test('a hundred health checks at once cost one check', async () => {
  let statements = 0;
  const server = appWith({ pool: poolWith(async () => statements++) });
  await Promise.all(Array.from({ length: 100 }, async () => server.request('/health')));
  expect(statements).toBe(2);
});

test('metrics need the token, and do not exist without one', async () => {
  expect((await app.app.request('/metrics')).status).toBe(404);
  for (const authorization of ['Bearer ', 'Bearer wrong', METRICS_TOKEN]) {
    const response = await app.app.request('/metrics', { headers: { authorization } });
    expect(response.status).toBe(404);
  }
  const config = { ...app.services.config, metricsToken: undefined };
  expect((await appWith({ config }).request('/metrics', AUTHORIZED)).status).toBe(404);
});

test('metrics count requests by route, and contain neither ids nor invented paths', async () => {
  const [id, secret] = [randomUUID(), randomUUID()];
  await app.call('GET', `/api/tasks/${id}`, { user: await app.as('staff') });
  await app.app.request(`/api/${secret}`);
  await app.app.request(`/webhooks/ccbill/${secret}`, { method: 'POST' });
  await app.app.request('/api/auth/session');
  const text = await metricsOf(app.app);
  const count = (labels: string) =>
    new RegExp(`^velvet_rope_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(
      text,
    )?.[1];
  expect(count('method="GET",route="/api/tasks/:id",status="4xx"')).toBe('1');
  expect(count('method="GET",route="/api/auth/session",status="2xx"')).toBe('1');
  expect(count('method="any",route="/api/\\*",status="4xx"')).toBe('1');
  expect(text).not.toContain(id);
  expect(text).not.toContain(secret);
});

test('metrics show connections, jobs and disk, and the process also without a database', async () => {
  const text = await metricsOf(app.app);
  expect(text).toContain('velvet_rope_up{part="database"} 1');
  expect(text).toMatch(/^velvet_rope_database_connections\{state="waiting"\} 0$/m);
  expect(text).toMatch(/^velvet_rope_jobs\{queue="mail",state="waiting"\} \d+$/m);
  expect(text).toMatch(/^velvet_rope_disk_free_bytes \d+/m);
  const without = await metricsOf(appWith({ pool: brokenPool() }));
  expect(without).toContain('velvet_rope_up{part="database"} 0');
  expect(without).toContain('process_resident_memory_bytes');
});

test('the alerts and the dashboard use metrics that exist', async () => {
  await app.db.execute(sql`select jobs.create_queue('ticking', '{"policy":"standard"}'::jsonb)`);
  await app.db.execute(sql`insert into jobs.schedule (name, cron) values ('ticking', '* * * * *')`);
  const read = (name: string) =>
    readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
  const queries = read('alerts.yml') + read('grafana-dashboard.json');
  const used = new Set(queries.match(/\b(?:velvet_rope|nodejs|process)_\w+/g));
  expect(used.size).toBeGreaterThan(5);
  const text = await metricsOf(app.app);
  for (const name of used) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});
