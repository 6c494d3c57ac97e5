import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BULK_LIMIT } from '#src/lib/listing.ts';
import { createTestApp, type TestApp } from './harness.ts';

type Ids = { items?: { format?: string }; maxItems?: number };
type Operation = {
  parameters?: { name: string; in: string; schema?: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { schema?: { properties?: { ids?: Ids } } }> };
};

let app: TestApp;
/** The operations that change or export many records at once: the address and the limit of each. */
let bulkOperations: { method: string; address: string; limit: number }[];

/** An address of the path, with the first value that each parameter allows. */
const addressOf = (path: string, { parameters = [] }: Operation) =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (address, { name, schema }) =>
        address.replace(`{${name}}`, schema?.enum?.[0] ?? randomUUID()),
      path,
    );

beforeAll(async () => {
  app = await createTestApp();
  const { json } = await app.call('GET', '/api/openapi.json');
  const paths = Object.entries(json.paths as Record<string, Record<string, Operation>>);
  bulkOperations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      const { items, maxItems = Infinity } = content?.schema?.properties?.ids ?? {};
      if (items?.format !== 'uuid') return [];
      return { method: method.toUpperCase(), address: addressOf(path, operation), limit: maxItems };
    }),
  );
});
afterAll(() => app.close());

test('no operation on many records takes more rows than a list can select', () => {
  expect(bulkOperations.length).toBeGreaterThan(15);
  expect(bulkOperations.filter(({ limit }) => limit > BULK_LIMIT)).toEqual([]);
});

test.each([
  [BULK_LIMIT + 1, 400, 'At most 1,000 rows'],
  [50_000, 413, 'The request is too large'],
])('%d selected rows are refused as a whole, in clear words', async (many, status, message) => {
  const user = await app.as('admin');
  const body = { ids: Array.from({ length: many }, () => randomUUID()) };
  // One with a smaller limit of its own has a message of its own.
  for (const { method, address } of bulkOperations.filter(({ limit }) => limit >= BULK_LIMIT)) {
    const answer = await app.call(method, address, { user, body });
    expect([address, answer.status, JSON.stringify(answer.json)]).toEqual([
      address,
      status,
      expect.stringContaining(message),
    ]);
  }
});
