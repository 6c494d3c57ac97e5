import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://app.test' });
});
afterAll(() => app.close());

const confirm = (next?: string, headers: Record<string, string> = {}) =>
  app.app.request('/age', {
    method: 'POST',
    headers,
    body: new URLSearchParams(next === undefined ? {} : { next }),
  });

test('an age confirmation is stored for a year and redirects back', async () => {
  const response = await confirm('/marlowe-vesperine?from=bio');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/marlowe-vesperine?from=bio');
  expect(response.headers.get('set-cookie')).toBe(
    'velvet.adult=1; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
  );
});

test.each([
  [undefined],
  [''],
  ['https://elsewhere.test/'],
  ['//elsewhere.test/'],
  ['/\\elsewhere.test'],
  ['\\\\elsewhere.test'],
  ['javascript:alert(1)'],
  ['https://app.test@elsewhere.test/'],
  ['/\t/elsewhere.test'],
])('the redirect never leads to another site: %j', async (next) => {
  const response = await confirm(next);
  expect(response.headers.get('location')).toBe('/');
});

test.each([['https://app.test//elsewhere.test'], ['/.//elsewhere.test']])(
  'a path that looks like another site is treated as a path: %j',
  async (next) => {
    expect((await confirm(next)).headers.get('location')).toBe('/elsewhere.test');
  },
);

test('another site cannot confirm the age of a visitor', async () => {
  expect((await confirm('/', { origin: 'https://elsewhere.test' })).status).toBe(403);
});

test('multipart forms are accepted, and unreadable ones are rejected', async () => {
  const form = new FormData();
  form.set('next', '/terms');
  const sent = await app.app.request('/age', { method: 'POST', body: form });
  expect(sent.headers.get('location')).toBe('/terms');
  const broken = await app.app.request('/age', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data' },
    body: 'next=/terms',
  });
  expect(broken.status).toBe(400);
  expect(broken.headers.get('set-cookie')).toBeNull();
});
