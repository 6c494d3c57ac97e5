import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { listOperations } from '#test/operations.ts';
import { createApp } from './app.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
/** What nobody may find in the log. */
const MARKERS = { email: 'ada.lindqvist@marker.test', token: 'm4rker-t0ken', name: 'Lindqvist' };

let app: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The product with a log of its own, at the finest level. */
function loggedApp() {
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return createApp({ ...app.services, log: createLog({ logLevel: 'debug' }, { write }) });
}

test('a response, its error, its log lines and its audit entries name the request', async () => {
  const server = loggedApp();
  const admin = await app.as('admin');
  const refused = await server.request('/api/tasks/x', { headers: { 'x-request-id': 'mine' } });
  const requestId = refused.headers.get('x-request-id');
  expect(requestId).toMatch(UUID);
  expect(await refused.json()).toMatchObject({ code: 'unauthenticated', requestId });
  expect(lines).toMatchObject([{ requestId, operation: 'GET /api/tasks/:id' }]);
  const created = await server.request('/api/users', {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'bo@example.test',
      password: 'first-password',
      fullName: 'Bo',
      role: 'subscriber',
    }),
  });
  expect(created.status).toBe(200);
  const entries = await app.db.select().from(auditEntries);
  expect(new Set(entries.map((entry) => entry.requestId))).toEqual(
    new Set([created.headers.get('x-request-id')]),
  );
});

test('two requests have different ids, also at the same time', async () => {
  const server = loggedApp();
  const responses = await Promise.all(
    Array.from({ length: 20 }, async () => server.request('/api/users')),
  );
  const ids = responses.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(20);
  expect(lines).toHaveLength(20);
  expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set(ids));
});

test('a page says its reference if the error is ours, and only then', async () => {
  const server = loggedApp();
  server.get('/broken', () => Promise.reject(new Error('no')));
  const accept = 'text/html';
  const broken = await server.request('/broken', { headers: { accept } });
  const requestId = broken.headers.get('x-request-id')!;
  expect(await broken.text()).toContain(`<p>Reference: <code>${requestId}</code></p>`);
  expect(lines).toMatchObject([{ msg: 'request failed', requestId, operation: 'GET /broken' }]);
  const refused = await server.request('/images/none.webp', { headers: { accept } });
  expect(await refused.text()).not.toContain('Reference');
});

test.each(['visitor', 'admin'] as const)(
  'no operation that a %s calls writes what was typed into the log, and each line names its request',
  async (role) => {
    const server = loggedApp();
    const cookie = role === 'visitor' ? '' : (await app.as(role)).cookie;
    for (const { method, path } of listOperations(app.services)) {
      const address = path.replaceAll(/\{\w+\}/g, '7c1a9e52-3f0b-4b7d-8a65-2d9e4c6f1b30');
      const response = await server.request(`${address}?${new URLSearchParams(MARKERS)}`, {
        method: method.toUpperCase(),
        headers: { cookie, 'content-type': 'application/json', 'user-agent': MARKERS.token },
        ...(method !== 'get' && { body: JSON.stringify({ ...MARKERS, password: MARKERS.token }) }),
      });
      await response.body?.cancel();
    }
    expect(role === 'admin' || lines.length > 50).toBe(true);
    for (const line of lines) {
      expect(line).toMatchObject({
        requestId: expect.stringMatching(UUID),
        operation: expect.any(String),
      });
    }
    expect(JSON.stringify(lines)).not.toMatch(/lindqvist|m4rker/i);
  },
);
