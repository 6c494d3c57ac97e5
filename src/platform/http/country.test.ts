import { expect, test } from 'vitest';
import { findCountry } from './country.ts';

test.each([
  ['8.8.8.8', 'US'],
  ['193.0.6.139', 'NL'],
  ['2001:67c:2e8::1', 'NL'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['::1', null],
  ['local', null],
])('the country of the address %s is %s', (address, country) => {
  expect(findCountry(address)).toBe(country);
});
