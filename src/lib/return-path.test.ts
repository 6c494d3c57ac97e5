import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

const ORIGIN = 'https://velvet.example:8443';

test.each([
  ['/my-feed', '/my-feed'],
  ['/my-feed?tab=public&search=a%20b#top', '/my-feed?tab=public&search=a%20b#top'],
  ['/subscriptions/1?post=2', '/subscriptions/1?post=2'],
  ['/search?q=https://elsewhere.example/', '/search?q=https://elsewhere.example/'],
  ['/a/../my-feed', '/my-feed'],
  ['/authors', '/authors'],
  ['/', '/'],
])('%j is a valid return path', (next, path) => {
  expect(returnPath(next, ORIGIN)).toBe(path);
});

test.each([
  ['//elsewhere.example'],
  ['///elsewhere.example'],
  ['/.//elsewhere.example'],
  ['/a/..//elsewhere.example'],
  ['/\\elsewhere.example'],
  ['\\/elsewhere.example'],
  ['/a\\..\\b'],
  ['/\t/elsewhere.example'],
  ['/\n/elsewhere.example'],
  ['/my-feed\r\nset-cookie: a=b'],
  ['/my-feed\0'],
  ['/\u0085/elsewhere.example'],
  ['https://velvet.example:8443/my-feed'],
  ['https://elsewhere.example'],
  ['javascript:alert(1)'],
  ['my-feed'],
  [' /my-feed'],
  ['@elsewhere.example'],
  [''],
  ['/auth'],
  ['/Auth/'],
  ['/auth?next=/my-feed'],
  ['/login'],
  ['/x/../login#a'],
  [`/${'x'.repeat(2_000)}`],
  [null],
  [undefined],
  [['/my-feed']],
])('%j is not a valid return path', (next) => {
  expect(returnPath(next, ORIGIN)).toBeNull();
});
