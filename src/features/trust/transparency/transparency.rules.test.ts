import { expect, test } from 'vitest';
import { halfYearsSince, published } from './transparency.rules.ts';

test.each([
  [0, 0],
  [1, null],
  [4, null],
  [5, 5],
])('a count of %i is published as %o', (count, expected) => {
  expect(published(count)).toBe(expected);
});

const namesOf = (first: string, now: string) =>
  halfYearsSince(new Date(first), new Date(now)).map(({ name, isPartial }) =>
    isPartial ? `${name} so far` : name,
  );

test.each([
  ['2026-05-20T00:00Z', '2026-11-26T00:00Z', ['2026-H2 so far', '2026-H1']],
  // In the first month of a half-year nothing of it can be published.
  ['2026-05-20T00:00Z', '2027-01-15T00:00Z', ['2026-H2', '2026-H1']],
  ['2026-11-20T00:00Z', '2026-11-26T00:00Z', ['2026-H2 so far']],
  ['2020-01-01T00:00Z', '2026-03-01T00:00Z', 6],
])('reports since %s are published on %s as %o', (first, now, expected) => {
  const names = namesOf(first, now);
  expect(typeof expected === 'number' ? names.length : names).toEqual(expected);
});

test('the figures of a half-year that has not ended end with the last month', () => {
  const [current] = halfYearsSince(new Date('2026-07-03T00:00Z'), new Date('2026-11-26T12:00Z'));
  expect(current!.to).toEqual(new Date('2026-11-01T00:00Z'));
});
