import { expect, test } from 'vitest';
import { reportSchema, signatureFieldsFor } from './reports.schema.ts';

const missingIn = (
  schema: typeof reportSchema | ReturnType<typeof signatureFieldsFor>,
  input: unknown,
) =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path }) => path.join('.'))
    .toSorted() ?? [];

test.each([
  [{ kind: 'copyright' }, 'address email explanation goodFaith name signature underPenalty work'],
  [{ kind: 'minor' }, 'address explanation goodFaith'],
  [
    { kind: 'copyright', email: 'no address', name: 7 },
    'address email explanation goodFaith name signature underPenalty work',
  ],
  [{}, 'address email explanation goodFaith kind name'],
  [null, ''],
] as const)('a report names at once everything that %o lacks', (report, fields) => {
  expect(missingIn(reportSchema, report).join(' ')).toBe(fields);
});

test.each([
  ['copyright', {}, 'goodFaith signature underPenalty work'],
  ['copyright', { signature: 'Ines', goodFaith: true, work: ' ' }, 'underPenalty work'],
  ['non_consensual', {}, 'goodFaith signature'],
] as const)('a signature for %s names at once everything that %o lacks', (kind, input, fields) => {
  expect(missingIn(signatureFieldsFor(kind), input).join(' ')).toBe(fields);
});
