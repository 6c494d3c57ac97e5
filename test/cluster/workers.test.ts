import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { startProduct, type DemoProduct } from '../../scripts/product.ts';

const METRICS_TOKEN = 'a-token-of-at-least-32-characters';

let app: TestApp;
let product: DemoProduct;
beforeAll(async () => {
  app = await createTestApp();
  product = await startProduct('start.ts', {
    WORKERS: '2',
    DATA_DIR: app.config.dataDir,
    DATABASE_URL: app.directUrl,
    METRICS_TOKEN,
    LOG_LEVEL: 'silent',
    DISK_RESERVE_MB: '0',
    REQUIRE_SECOND_FACTOR: 'false',
  });
});
afterAll(async () => {
  await product.stop();
  await app.close();
});

/** The ids of the workers; Linux only. */
function listWorkers(): number[] {
  const { pid } = product.own!;
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

/** Calls the product on a connection of its own, so that the next worker answers. */
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(product.url + address, { headers: { ...headers, connection: 'close' } });

async function readMetrics(): Promise<string> {
  const answer = await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  expect(answer.status).toBe(200);
  return answer.text();
}

test('two workers serve, and either one knows the metrics of both', async () => {
  // The product answers as soon as one of them serves.
  await expect.poll(readMetrics).toMatch(/^process_resident_memory_bytes\{worker="2"\}/m);
  expect(listWorkers()).toHaveLength(2);
  for (let index = 0; index < 10; index++) await get('/api/auth/session');
  for (let index = 0; index < 2; index++) {
    const text = await readMetrics();
    const sum = /duration_seconds_count\{.*route="\/api\/auth\/session".*\} (\d+)$/m.exec(text);
    expect(sum?.[1]).toBe('10');
    expect(text).toMatch(/^velvet_rope_workers 2$/m);
    for (const worker of [1, 2]) {
      expect(text).toMatch(
        new RegExp(`^process_resident_memory_bytes{worker="${worker}"} \\d+`, 'm'),
      );
    }
    expect(text).toMatch(/^velvet_rope_up\{part="database"\} 1$/m);
  }
});

test('a worker that dies is replaced, and the other one answers meanwhile', async () => {
  const [killed, other] = listWorkers();
  process.kill(killed!, 'SIGKILL');
  await expect.poll(async () => (await get('/health')).status).toBe(200);
  await expect.poll(() => listWorkers().filter((pid) => pid !== killed)).toHaveLength(2);
  expect(listWorkers()).toContain(other);
  await expect.poll(readMetrics).toMatch(/^velvet_rope_workers_ended_total 1$/m);
});

test('at the end, every worker completes the requests that it has begun', async () => {
  const { cookie } = await app.as('staff');
  const tus = { 'tus-resumable': '1.0.0', cookie };
  const created = await fetch(`${product.url}/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '8', 'upload-metadata': `filename ${btoa('a.jpg')}` },
  });
  const upload = http.request(product.url + created.headers.get('location')!, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '8',
    },
  });
  upload.write('half');
  const answered = once(upload, 'response') as Promise<[http.IncomingMessage]>;
  const { pid } = product.own!;
  await expect.poll(() => get('/health').then(({ status }) => status)).toBe(200);
  process.kill(pid, 'SIGTERM');
  // New connections are refused from now on.
  await expect
    .poll(() =>
      get('/health').then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  upload.end('done');
  const [response] = await answered;
  // All bytes arrived, and are no picture.
  expect(response.statusCode).toBe(422);
  await product.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
