import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createApp } from './app.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());

test('the rendering of a page that is only asked about ends at once', async () => {
  let ended = false;
  const body = () =>
    new ReadableStream({
      cancel() {
        ended = true;
      },
    });
  const app = createApp(house.services, {
    render: () => new Response(body(), { headers: { 'content-type': 'text/html' } }),
    isStatic: () => false,
    close: async () => {},
  });
  const response = await app.request('/dashboard', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(await response.text()).toBe('');
  expect(ended).toBe(true);
});
