import { expect, test } from 'vitest';
import { findNeighbours } from './neighbours.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test.each([
  ['a', { index: 0, previous: undefined, next: 'b' }],
  ['b', { index: 1, previous: 'a', next: 'c' }],
  ['c', { index: 2, previous: 'b', next: undefined }],
])('%s stands between its neighbours', (id, expected) => {
  expect(findNeighbours(rows, id, 0)).toEqual(expected);
});

test('one that has left the list leaves its neighbours to whoever reads on', () => {
  expect(findNeighbours(rows, 'gone', 1)).toEqual({ index: 1, previous: 'a', next: 'b' });
  expect(findNeighbours(rows, 'gone', 3)).toEqual({ index: 3, previous: 'c', next: undefined });
});

test('one that never was in the list is followed by its first', () => {
  expect(findNeighbours(rows, 'else', 0)).toEqual({ index: 0, previous: undefined, next: 'a' });
});
