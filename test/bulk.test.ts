import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BULK_LIMIT } from '#src/lib/listing.ts';
import { createTestApp, type TestApp } from './harness.ts';

type Body = { properties?: Record<string, { items?: { format?: string }; maxItems?: number }> };
type Operation = { requestBody?: { content: Record<string, { schema?: Body }> } };

let app: TestApp;
/** The operations that change or export many records at once: the address and the limit of each. */
let bulkOperations: { method: string; path: string; limit: number | undefined }[];

beforeAll(async () => {
  app = await createTestApp();
  const { json } = await app.call('GET', '/api/openapi.json');
  bulkOperations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const ids = requestBody?.content['application/json']?.schema?.properties?.ids;
        const isBulk = ids?.items?.format === 'uuid';
        return isBulk ? [{ method: method.toUpperCase(), path, limit: ids.maxItems }] : [];
      }),
  );
});
afterAll(() => app.close());

test('every operation on many records has the same limit', () => {
  expect(bulkOperations.length).toBeGreaterThan(15);
  expect(bulkOperations.filter(({ limit }) => limit !== BULK_LIMIT)).toEqual([]);
});

test.each([
  [BULK_LIMIT + 1, 400, 'At most 1,000 rows can be changed at once'],
  [50_000, 413, 'The request is too large'],
])('%d selected rows are refused as a whole, in clear words', async (many, status, message) => {
  const user = await app.as('admin');
  const body = { ids: Array.from({ length: many }, () => randomUUID()) };
  for (const { method, path } of bulkOperations) {
    const answer = await app.call(method, path, { user, body });
    expect([path, answer.status, JSON.stringify(answer.json)]).toEqual([
      path,
      status,
      expect.stringContaining(message),
    ]);
  }
});
