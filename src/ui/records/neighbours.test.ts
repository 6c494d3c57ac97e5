import { expect, test } from 'vitest';
import { findNeighbours } from './neighbours.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test.each([
  ['a', { index: 0, previous: undefined, next: 'b' }],
  ['b', { index: 1, previous: 'a', next: 'c' }],
  ['c', { index: 2, previous: 'b', next: undefined }],
])('%s has its neighbours', (id, expected) => {
  expect(findNeighbours(rows, id, 0)).toEqual(expected);
});

test('a row that has left the list keeps its former neighbours', () => {
  expect(findNeighbours(rows, 'gone', 1)).toEqual({ index: 1, previous: 'a', next: 'b' });
  expect(findNeighbours(rows, 'gone', 3)).toEqual({ index: 3, previous: 'c', next: undefined });
});

test('a row that never was in the list is followed by the first row', () => {
  expect(findNeighbours(rows, 'else', 0)).toEqual({ index: 0, previous: undefined, next: 'a' });
});
