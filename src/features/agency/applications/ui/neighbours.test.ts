import { expect, test } from 'vitest';
import { neighboursOf } from './neighbours.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test.each([
  ['a', { place: 0, previous: undefined, next: 'b' }],
  ['b', { place: 1, previous: 'a', next: 'c' }],
  ['c', { place: 2, previous: 'b', next: undefined }],
])('%s stands between its neighbours', (id, expected) => {
  expect(neighboursOf(rows, id, 0)).toEqual(expected);
});

test('one that has left the list leaves its neighbours to whoever reads on', () => {
  expect(neighboursOf(rows, 'gone', 1)).toEqual({ place: 1, previous: 'a', next: 'b' });
  expect(neighboursOf(rows, 'gone', 3)).toEqual({ place: 3, previous: 'c', next: undefined });
});

test('one that never was in the list is followed by its first', () => {
  expect(neighboursOf(rows, 'else', 0)).toEqual({ place: 0, previous: undefined, next: 'a' });
});
