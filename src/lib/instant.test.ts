import { expect, test } from 'vitest';
import { z } from 'zod';
import { instantSchema } from './instant.ts';

const schema = z.object({ at: instantSchema, until: instantSchema.nullable() });
const serialized = { at: '2026-11-20T18:04:05.120Z', until: null };

test('a Date becomes ISO 8601 in UTC, as JSON.stringify writes it', () => {
  const input: z.input<typeof schema> = {
    at: new Date('2026-11-20T20:04:05.12+02:00'),
    until: null,
  };
  const output: z.output<typeof schema> = schema.parse(input);
  expect(output).toEqual(serialized);
  expect(JSON.parse(JSON.stringify(input))).toEqual(serialized);
});

test('a serialized instant is parsed unchanged', () => {
  expect(schema.parse(JSON.parse(JSON.stringify(serialized)))).toEqual(serialized);
});

test.each([
  ['an invalid date', new Date(Number.NaN)],
  ['a day', '2026-11-20'],
  ['milliseconds', 1_795_000_000_000],
  ['nothing', undefined],
])('%s is not an instant', (_, at) => {
  expect(() => schema.parse({ at, until: null })).toThrow();
});
