import { expect, test } from 'vitest';
import { z } from 'zod';
import { listingShape } from '#src/lib/listing.ts';
import { csvHref, defineList, listQuery } from './define-list.ts';

const filters = {
  ...listingShape(['name', 'age'], '-age'),
  colour: z.enum(['red', 'blue']).optional(),
};
const overlays = { id: z.uuid().optional() };
const noRows = () => Promise.resolve({ rows: [], total: 0, previous: null, next: null });

const cars = defineList({
  name: 'cars',
  filters,
  overlays,
  fetchPage: noRows,
  csv: '/api/cars.csv',
});
const ID = '0199a2b4-7c1e-7000-8000-000000000001';

test('the address holds the filters and the open record, and drops invalid values', () => {
  const address = { search: 'mini', sort: 'name', colour: 'red', id: ID };
  expect(cars.searchSchema.parse(address)).toEqual(address);
  expect(
    cars.searchSchema.parse({ search: 12, sort: 'size', colour: 'green', id: 'x', other: 1 }),
  ).toEqual({ search: '12' });
});

test('the query has the filters, and the default order unless another is chosen', () => {
  const search = cars.searchSchema.parse({ colour: 'blue', id: ID });
  expect(cars.queryOf(search)).toEqual({ colour: 'blue', sort: '-age' });
  expect(cars.queryOf({ ...search, sort: 'name' })).toEqual({ colour: 'blue', sort: 'name' });
});

test('opening a record over a list does not fetch the list again', () => {
  const search = cars.searchSchema.parse({ colour: 'blue' });
  expect(listQuery(cars, { ...search, id: ID }).queryKey).toEqual(listQuery(cars, search).queryKey);
});

test('the export has all rows that match the filters, on whichever page the list is', () => {
  const search = cars.searchSchema.parse({ search: 'mini & co', after: 'abc', id: ID });
  expect(csvHref(cars, search)).toBe('/api/cars.csv?search=mini+%26+co&sort=-age');
});

test('a list without an export has no address for one', () => {
  const list = defineList({ name: 'cars', filters, overlays, fetchPage: noRows });
  expect(csvHref(list, list.searchSchema.parse({}))).toBeUndefined();
});

test('all filters are cleared together, unless the list names the clearable ones', () => {
  expect(cars.clearable).toEqual(['search', 'colour']);
  const clearable: 'search'[] = ['search'];
  expect(
    defineList({ name: 'cars', filters, overlays, clearable, fetchPage: noRows }).clearable,
  ).toEqual(['search']);
});

test('a list can send a query that differs from its address', () => {
  const list = defineList({
    name: 'cars',
    filters: { ...filters, colour: z.enum(['any', 'red']).optional() },
    overlays,
    toQuery: ({ colour = 'red', sort = 'name', ...address }) => ({
      ...address,
      sort,
      colour: colour === 'any' ? undefined : colour,
    }),
    fetchPage: noRows,
    csv: '/api/cars.csv',
  });
  expect(csvHref(list, list.searchSchema.parse({}))).toBe('/api/cars.csv?sort=name&colour=red');
  expect(csvHref(list, list.searchSchema.parse({ colour: 'any' }))).toBe('/api/cars.csv?sort=name');
});
