import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#src/platform/database/db.ts';
import { installJobs, openJobRunner, type Queue } from '#src/platform/jobs/jobs.ts';
import { createApp } from '#src/server/app.ts';
import { createServices } from '#src/server/services.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { currentTracing } from './spans.ts';
import { startTracing, type RunningTracing } from './start-tracing.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type ExportedSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
};

/** A server that collects spans as OTLP over HTTP in JSON, and answers everything else with 200. */
async function startCollector() {
  const spans: ExportedSpan[] = [];
  const services: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
          services.push(attributesOf(resource)['service.name']);
          for (const scope of scopeSpans) spans.push(...scope.spans);
        }
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const url = await listen(server);
  return { url, spans, services, stop: () => server.close() };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const attributesOf = ({ attributes }: { attributes: Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

let app: TestApp;
let running: RunningTracing | null = null;
const databases: ReturnType<typeof openDatabase>[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await running?.stop();
  running = null;
});
afterAll(async () => {
  for (const { pool } of databases) await pool.end();
  await app.close();
});

async function start(endpoint: string) {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  running = await startTracing();
  const database = openDatabase(app.pool.options.connectionString!, {
    max: 4,
    observers: [running.observeStatement],
  });
  databases.push(database);
  const storage = running.traceStorage(app.services.storage);
  return createServices({ ...app.services, ...database, storage });
}

/** Exports what waits, and ends the tracing. */
async function end(): Promise<void> {
  await running!.stop();
  running = null;
}

const EMAIL = 'ada.lindqvist@example.test';

test('a request continues the trace of its caller, with its statements below it', async () => {
  const collector = await startCollector();
  const server = createApp(await start(collector.url));
  const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const staff = await app.as('staff');
  const id = randomUUID();
  const response = await server.request(`/api/tasks/${id}?search=${EMAIL}`, {
    headers: { traceparent: `00-${traceId}-${parent}-01`, cookie: staff.cookie },
  });
  expect(response.status).toBe(404);
  await end();
  collector.stop();
  const { spans } = collector;
  const request = spans.find(({ kind }) => kind === 2)!;
  expect(request).toMatchObject({ name: 'GET /api/tasks/:id', traceId, parentSpanId: parent });
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/tasks/:id',
    'http.response.status_code': 404,
  });
  const statements = spans.filter((span) => attributesOf(span)['db.system.name']);
  expect(statements.length).toBeGreaterThan(0);
  for (const span of statements) {
    expect(span).toMatchObject({ traceId, parentSpanId: request.spanId });
  }
  expect(collector.services).toContain('velvet-rope');
  const text = JSON.stringify(spans);
  for (const value of [id, EMAIL, staff.id, staff.email, staff.cookie]) {
    expect(text).not.toContain(value);
  }
});

test('a job has a span, with its storage and the servers that it calls below it', async () => {
  const collector = await startCollector();
  const { storage } = await start(collector.url);
  const data = z.object({ email: z.string() });
  const retries = { limit: 0, delay: 1, delayMax: 1 };
  const queue: Queue<typeof data> = { name: 'traced', data, retries };
  await installJobs(app.pool, app.log, [queue]);
  const runner = await openJobRunner(app.services.directUrl, app.log);
  const { promise, resolve } = Promise.withResolvers<void>();
  await runner.work(queue, async ({ email }) => {
    await storage.put(`checks/${randomUUID()}`, email);
    await fetch(`${collector.url}/pay?for=${email}`, { method: 'POST', body: email });
    resolve();
  });
  await app.jobs.enqueue(app.db, queue, { email: EMAIL });
  await promise;
  await runner.stop();
  await end();
  collector.stop();
  const { spans } = collector;
  const job = spans.find(({ name }) => name === 'job traced')!;
  const below = spans.filter(({ parentSpanId }) => parentSpanId === job.spanId);
  expect(below.map(({ name }) => name)).toEqual(['storage put', 'POST 127.0.0.1']);
  expect(attributesOf(below[1]!)).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });
  expect(JSON.stringify(spans)).not.toContain('lindqvist');
});

test('a failed request says so by the class of the error, without its message', async () => {
  const collector = await startCollector();
  const services = await start(collector.url);
  const broken = () => Promise.reject(new RangeError(EMAIL));
  const server = createApp(services);
  server.get('/broken', () => broken());
  const response = await server.request('/broken');
  expect(response.status).toBe(500);
  await end();
  collector.stop();
  const request = collector.spans.find(({ kind }) => kind === 2)!;
  expect(request.status.code).toBe(2);
  expect(attributesOf(request)).toMatchObject({ 'error.type': 'RangeError' });
  expect(JSON.stringify(request)).not.toContain(EMAIL);
});

test('requests succeed while the collector is down', async () => {
  const unused = createServer();
  const url = await listen(unused);
  await new Promise((resolve) => unused.close(resolve));
  const server = createApp(await start(url));
  const calls = Array.from({ length: 50 }, async () => server.request('/api/auth/session'));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await end();
});

test('without a collector there are no spans', async () => {
  expect(currentTracing()).toBeNull();
});
