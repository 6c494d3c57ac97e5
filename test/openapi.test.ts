import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './harness.ts';
import { listOperations } from './operations.ts';

type Media = { schema?: object; example?: unknown };
type ApiResponse = { description?: string; content?: Record<string, Media> };
type Parameter = { name: string; in: string; required?: boolean; schema?: object };
type Operation = {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  'x-max-body-bytes'?: number;
  'x-may-lag'?: boolean;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, ApiResponse>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, { type: string }> };
};

let app: TestApp;
let document: Document;
let operations: { name: string; path: string; operation: Operation }[];

beforeAll(async () => {
  app = await createTestApp();
  document = (await app.call('GET', '/api/openapi.json')).json;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
});
afterAll(() => app.close());

const namesOf = (lacking: (operation: Operation, path: string) => boolean) =>
  operations.filter(({ operation, path }) => lacking(operation, path)).map(({ name }) => name);

test('the description is OpenAPI 3.1 with a title, a version, a server and operations', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: 'Velvet Rope API', version: expect.any(String) });
  expect(document.servers).toHaveLength(1);
  expect(operations.length).toBeGreaterThan(20);
});

test('every operation has a unique id and a summary', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(namesOf(({ operationId, summary }) => !operationId || !summary)).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every operation has an example response', () => {
  expect(
    namesOf(({ responses }) => {
      const [media] = Object.values(responses[200]?.content ?? {});
      return !media?.schema || media.example === undefined;
    }),
  ).toEqual([]);
});

test('every example matches the response schema of its operation', () => {
  const wrong = listOperations(app.services).flatMap(({ name, responses }) => {
    const { content } = responses[200] as { content: Record<string, Media> };
    const { schema, example } = Object.values(content)[0] ?? {};
    if (!(schema instanceof z.ZodType) || example === undefined) return [];
    const checked = schema.safeParse(example);
    return checked.success ? [] : [`${name}: ${z.prettifyError(checked.error)}`];
  });
  expect(wrong).toEqual([]);
});

test('every error response is problem+json', () => {
  expect(
    namesOf(({ responses }) => {
      const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const described = errors.every(
        ([, { description, content }]) =>
          description && content?.['application/problem+json']?.schema,
      );
      return errors.length === 0 || !described;
    }),
  ).toEqual([]);
});

test('every operation with a body states its maximum size', async () => {
  const withBody = operations.filter(({ operation }) => operation.requestBody);
  expect(withBody.length).toBeGreaterThan(20);
  const stated = ({ operation }: (typeof operations)[number]) =>
    operation['x-max-body-bytes'] === 1024 ** 2 && operation.responses[413];
  expect(withBody.filter((one) => !stated(one)).map(({ name }) => name)).toEqual([]);
  const body = { email: 'x'.repeat(1024 ** 2) };
  expect((await app.call('POST', '/api/auth/sign-in', { body })).status).toBe(413);
});

test('every path parameter is declared and required', () => {
  expect(
    namesOf(({ parameters = [] }, path) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const described = parameters.filter((p) => p.in === 'path' && p.required && p.schema);
      return (
        names.toSorted().join() !==
        described
          .map(({ name }) => name)
          .toSorted()
          .join()
      );
    }),
  ).toEqual([]);
});

test('every operation declares its authentication', () => {
  const schemes = Object.keys(document.components.securitySchemes);
  expect(schemes).toEqual(['session', 'bearer']);
  expect(
    namesOf(
      ({ security }) =>
        !security?.every((need) => Object.keys(need).every((s) => schemes.includes(s))),
    ),
  ).toEqual([]);
});

test('every reference in the description can be resolved', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  const broken = references.filter(([, address = '']) => {
    let target: unknown = document;
    for (const segment of address.split('/'))
      target = (target as Record<string, unknown>)?.[segment];
    return target === undefined;
  });
  expect(broken.map(([, address]) => address)).toEqual([]);
});

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
} & Partial<Record<'anyOf' | 'oneOf' | 'allOf', Schema[]>>;

const SHORT_FORMATS = ['uuid', 'date', 'date-time', 'email'];
const isUnlimitedText = ({ format = '', pattern = '*', ...schema }: Schema) =>
  !schema.enum &&
  schema.const === undefined &&
  schema.maxLength === undefined &&
  !SHORT_FORMATS.includes(format) &&
  /[*+]/.test(pattern);

/** Where a schema accepts texts, lists or whole numbers of any size. */
function listUnlimited(schema: Schema | undefined, at: string): string[] {
  if (!schema) return [];
  const { items, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
  const types = [schema.type].flat();
  const own = [
    types.includes('string') && isUnlimitedText(schema) && `${at}: text`,
    types.includes('array') && schema.maxItems === undefined && `${at}: list`,
    types.includes('integer') && schema.maximum === undefined && `${at}: number`,
  ].filter((found) => found !== false);
  return [
    ...own,
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => listUnlimited(part, at)),
    ...listUnlimited(items, `${at}[]`),
    ...Object.entries(properties).flatMap(([name, part]) => listUnlimited(part, `${at}.${name}`)),
  ];
}

test('every field of every request has a limit', () => {
  const unlimited = operations.flatMap(({ name, operation }) => [
    ...listUnlimited(operation.requestBody?.content['application/json']?.schema, `${name} body`),
    ...(operation.parameters ?? []).flatMap((parameter) =>
      listUnlimited(parameter.schema, `${name} ${parameter.name}`),
    ),
  ]);
  expect(unlimited).toEqual([]);
});

// Figures and history of the back office: nothing that decides about money or access.
const MAY_LAG = [
  'GET /api/audit',
  'GET /api/audit/actors',
  'GET /api/audit/{id}',
  'GET /api/reports',
  'GET /api/reports/cohorts',
  'GET /api/reports/influencers',
  'GET /api/reports/profit',
  'GET /api/reports/recurring',
];

test('only what is listed here may be answered by a replica', () => {
  const lagging = operations.filter(({ operation }) => operation['x-may-lag']);
  expect(lagging.map(({ name }) => name).toSorted()).toEqual(MAY_LAG);
});
