import { expect, test } from 'vitest';
import { callFromPages, renderUnlessUnavailable, toUnexpectedError } from './outages.ts';

const OUTAGE = { code: 'unavailable', retryAfter: 10 };
/** A page whose API call gets this status, rendered with another one. */
const renderPage = (api: number, page: number) =>
  renderUnlessUnavailable(async () => {
    await callFromPages(async () => new Response(null, { status: api }))();
    return new Response('page', { status: page });
  });

test('a page that failed because the API is unavailable says so, and one that failed otherwise does not', async () => {
  await expect(renderPage(503, 500)).rejects.toMatchObject(OUTAGE);
  expect((await renderPage(500, 500)).status).toBe(500);
  expect((await renderPage(200, 200)).status).toBe(200);
  // Its loader did without.
  expect((await renderPage(503, 200)).status).toBe(200);
});

test('pages that are rendered at the same time do not share an outage', async () => {
  const both = await Promise.allSettled([renderPage(503, 500), renderPage(500, 500)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test.each([
  ['a full disk of the database', { code: '53100' }],
  ['a database without memory', { code: '53200' }],
  ['an input/output error of the database', { code: '58030' }],
  ['a bucket that refuses', { $metadata: { httpStatusCode: 403 } }],
  ['a shared folder that went away', { code: 'ESTALE' }],
  ['a read-only disk', { code: 'EROFS' }],
])('%s is an outage', (_, details) => {
  expect(toUnexpectedError(Object.assign(new Error('failed'), details))).toMatchObject(OUTAGE);
});

test('a bug is none', () => {
  expect(toUnexpectedError(new TypeError('x is undefined')).code).toBe('internal');
});
