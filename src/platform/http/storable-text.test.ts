import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { requireStorableText } from './storable-text.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

describe.each([
  ['the character U+0000', 'a\0b'],
  ['an unpaired surrogate', 'a\ud800b'],
])('%s', (_, text) => {
  test('is refused in a body, with the name of the field', async () => {
    const body = { caption: text, category: null, influencerId: null, mediaIds: [] };
    const { status, json } = await app.call('POST', '/api/posts/drafts', { user: staff, body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'invalid-input', errors: [{ path: 'caption' }] });
  });

  test('is refused deep in a body and in a key', () => {
    expect(() => requireStorableText({ a: [{ b: text }] })).toThrow('a.0.b contains');
    expect(() => requireStorableText({ [text]: 1 })).toThrow('cannot be stored');
  });
});

test('the character U+0000 in a query is refused', async () => {
  const { status, json } = await app.call('GET', '/api/users?search=a%00b', { user: staff });
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid-input' });
});

test('the character U+0000 in a path is not found', async () => {
  const { status } = await app.call('GET', '/api/influencers/a%00b/page');
  expect(status).toBe(404);
});

test('emoji, other scripts, line breaks and dates are allowed', () => {
  const input = { text: '😀 שלום\r\n\t', at: new Date(), none: null, list: [1, true] };
  expect(() => requireStorableText(input)).not.toThrow();
});
