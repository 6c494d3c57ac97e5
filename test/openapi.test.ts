import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './harness.ts';
import { listOperations } from './operations.ts';

type Media = { schema?: object; example?: unknown };
type Answer = { description?: string; content?: Record<string, Media> };
type Parameter = { name: string; in: string; required?: boolean; schema?: object };
type Operation = {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
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

test('every operation has a name of its own and a summary', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(namesOf(({ operationId, summary }) => !operationId || !summary)).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every operation shows an example of its answer', () => {
  expect(
    namesOf(({ responses }) => {
      const [media] = Object.values(responses[200]?.content ?? {});
      return !media?.schema || media.example === undefined;
    }),
  ).toEqual([]);
});

test('every example is an answer that its operation can give', () => {
  const wrong = listOperations(app.services).flatMap(({ name, responses }) => {
    const { content } = responses[200] as { content: Record<string, Media> };
    const { schema, example } = Object.values(content)[0] ?? {};
    if (!(schema instanceof z.ZodType) || example === undefined) return [];
    const checked = schema.safeParse(example);
    return checked.success ? [] : [`${name}: ${z.prettifyError(checked.error)}`];
  });
  expect(wrong).toEqual([]);
});

test('every error is described as problem+json', () => {
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

test('every part of an address is a described, required parameter', () => {
  expect(
    namesOf(({ parameters = [] }, path) => {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
      const described = parameters.filter((p) => p.in === 'path' && p.required && p.schema);
      return (
        parts.toSorted().join() !==
        described
          .map(({ name }) => name)
          .toSorted()
          .join()
      );
    }),
  ).toEqual([]);
});

test('every operation says how to sign in, or that anyone may call it', () => {
  const schemes = Object.keys(document.components.securitySchemes);
  expect(schemes).toEqual(['session', 'bearer']);
  expect(
    namesOf(
      ({ security }) =>
        !security?.every((need) => Object.keys(need).every((s) => schemes.includes(s))),
    ),
  ).toEqual([]);
});

test('every reference inside the description leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  const lost = references.filter(([, address = '']) => {
    let place: unknown = document;
    for (const part of address.split('/')) place = (place as Record<string, unknown>)?.[part];
    return place === undefined;
  });
  expect(lost.map(([, address]) => address)).toEqual([]);
});
