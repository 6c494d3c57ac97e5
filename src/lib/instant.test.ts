import { expect, test } from 'vitest';
import { z } from 'zod';
import { instantSchema } from './instant.ts';

const schema = z.object({ at: instantSchema, until: instantSchema.nullable() });
const sent = { at: '2026-11-20T18:04:05.120Z', until: null };

test('a Date becomes ISO 8601 in UTC, as JSON itself writes it', () => {
  const given: z.input<typeof schema> = {
    at: new Date('2026-11-20T20:04:05.12+02:00'),
    until: null,
  };
  const read: z.output<typeof schema> = schema.parse(given);
  expect(read).toEqual(sent);
  expect(JSON.parse(JSON.stringify(given))).toEqual(sent);
});

test('what was sent is read as it is', () => {
  expect(schema.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
});

test.each([
  ['no date', new Date(Number.NaN)],
  ['a day', '2026-11-20'],
  ['milliseconds', 1_795_000_000_000],
  ['nothing', undefined],
])('%s is no instant', (_, at) => {
  expect(() => schema.parse({ at, until: null })).toThrow();
});
