import { expect, expectTypeOf, test } from 'vitest';
import { JsonText } from './json-text.ts';

test('a response assembled from JSON texts equals the JSON of its value', () => {
  const row = { id: 7, unread: true, state: null };
  const post = JsonText.extend(JsonText.of({ caption: 'A "quoted" one' }), row, [
    'unread',
    'state',
  ]);
  expectTypeOf(post.value).toExtend<{ caption: string; unread: boolean; state?: never }>();
  const page = JsonText.object({
    posts: JsonText.array([post, post]),
    none: JsonText.array([]),
    'a "name"': JsonText.of(null),
  });
  const shown = { caption: 'A "quoted" one', unread: true };
  expect(Buffer.from(page.toBytes()).toString()).toBe(
    JSON.stringify({ posts: [shown, shown], none: [], 'a "name"': null }),
  );
});
