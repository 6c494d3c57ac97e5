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
  ['half a surrogate pair', 'a\ud800b'],
])('%s', (_, text) => {
  test('in a body is refused with the name of its field', async () => {
    const body = { caption: text, category: null, influencerId: null, mediaIds: [] };
    const { status, json } = await app.call('POST', '/api/posts/drafts', { user: staff, body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'invalid-input', errors: [{ path: 'caption' }] });
  });

  test('deep in a body or in a key is refused', () => {
    expect(() => requireStorableText({ a: [{ b: text }] })).toThrow('a.0.b contains');
    expect(() => requireStorableText({ [text]: 1 })).toThrow('cannot be stored');
  });
});

test('the character U+0000 in a query is refused', async () => {
  const { status, json } = await app.call('GET', '/api/users?search=a%00b', { user: staff });
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid-input' });
});

test('the character U+0000 in a path leads nowhere', async () => {
  const { status } = await app.call('GET', '/api/influencers/a%00b/page');
  expect(status).toBe(404);
});

test('emoji, other scripts, line breaks and dates are kept as they are', () => {
  const input = { text: '😀 שלום\r\n\t', at: new Date(), none: null, list: [1, true] };
  expect(() => requireStorableText(input)).not.toThrow();
});
