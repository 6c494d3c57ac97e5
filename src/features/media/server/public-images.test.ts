import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { storePublicImage } from './public-images.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
  const variants = [320, 640, 900].map((width) => ({ width, data: Buffer.from(`${width} wide`) }));
  await storePublicImage(house.storage, 'public/1-picture.jpg', variants);
  await storePublicImage(house.storage, 'public/2-tiny.webp', [
    { width: 90, data: Buffer.from('90 wide') },
  ]);
  await house.storage.put('content/secret.w320.webp', 'secret');
  await house.storage.put('public/3-large.w1280.webp', 'large alone');
});
afterAll(() => house.close());

const get = (address: string, headers: Record<string, string> = {}) =>
  house.app.request(address, { headers });

test.each([
  ['1-picture.w320', '320 wide'],
  ['1-picture.w640', '640 wide'],
  ['1-picture.w1280', '900 wide'],
  ['1-picture.w1920', '900 wide'],
  ['2-tiny.w1920', '90 wide'],
  ['3-large.w320', 'large alone'],
])('%s is answered with the largest size up to it, else the smallest', async (name, body) => {
  const response = await get(`/images/${name}.webp`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await response.text()).toBe(body);
});

test('a browser that has the picture gets no bytes again', async () => {
  const first = await get('/images/1-picture.w1920.webp');
  const again = await get('/images/1-picture.w1280.webp', {
    'if-none-match': `"other", ${first.headers.get('etag')}`,
  });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test.each([
  ['4-nothing.w320.webp'],
  ['1-picture.w321.webp'],
  ['1-picture.webp'],
  ['1-picture.w320.png'],
  ['..%2Fcontent%2Fsecret.w320.webp'],
  ['..%5C..%5Csecret.w320.webp'],
  ['%2e%2e/content/secret.w320.webp'],
  ['%00.w320.webp'],
  ['%E0%A4.w320.webp'],
])('%s is not found', async (name) => {
  const response = await get(`/images/${name}`);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
});
