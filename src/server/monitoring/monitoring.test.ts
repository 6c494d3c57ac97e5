import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#src/server/app.ts';
import type { Services } from '#src/server/services.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

const METRICS_TOKEN = 'a-token-of-at-least-32-characters';
const AUTHORIZED = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

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
  expect(await healthOf({})).toEqual([200, { database: 'ok', storage: 'ok' }]);
  expect(await healthOf({ pool: brokenPool() })).toEqual([
    503,
    { database: 'down', storage: 'ok' },
  ]);
  const storage = { ...app.services.storage, exists: () => Promise.reject(new Error('gone')) };
  expect(await healthOf({ storage })).toEqual([503, { database: 'ok', storage: 'down' }]);
});

test('a hundred health checks at once cost one statement', async () => {
  let statements = 0;
  const server = appWith({ pool: poolWith(async () => statements++) });
  await Promise.all(Array.from({ length: 100 }, async () => server.request('/health')));
  expect(statements).toBe(1);
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

test('the alerts use metrics that exist', async () => {
  const alerts = readFileSync(new URL('../../../deploy/alerts.yml', import.meta.url), 'utf8');
  const used = new Set(alerts.match(/\b(?:velvet_rope|nodejs|process)_\w+/g));
  expect(used.size).toBeGreaterThan(5);
  const text = await metricsOf(app.app);
  for (const name of used) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});
