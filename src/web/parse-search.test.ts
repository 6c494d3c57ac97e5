import { defaultStringifySearch } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { parseSearch } from './parse-search.ts';

test.each(['1e973845', '1e5', '007', '1.50', '-0'])('%s in an address stays a text', (search) => {
  expect(parseSearch(`?search=${search}`)).toEqual({ search });
});

test.each(['123', '1e5', 'true', '["a"]', '"quoted"', 'Marlowe'])(
  'the text %s is read as it was written',
  (search) => {
    expect(parseSearch(defaultStringifySearch({ search }))).toEqual({ search });
  },
);

test('numbers, lists and booleans keep their types', () => {
  const values = { page: 2, category: ['Cosplay', 'Goth'], favorites: true };
  expect(parseSearch(defaultStringifySearch(values))).toEqual(values);
});
