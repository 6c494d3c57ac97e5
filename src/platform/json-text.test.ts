import { expect, test } from 'vitest';
import { JsonText } from './json-text.ts';

test('an answer put together from texts is the JSON of its value', () => {
  const post = JsonText.extend(JsonText.of({ caption: 'A "quoted" one' }), { unread: true });
  const page = JsonText.object({
    posts: JsonText.array([post, post]),
    none: JsonText.array([]),
    'a "name"': JsonText.of(null),
  });
  const shown = { caption: 'A "quoted" one', unread: true };
  expect(page.text).toBe(JSON.stringify({ posts: [shown, shown], none: [], 'a "name"': null }));
});

test('an object that is extended by nothing stays as it is', () => {
  expect(JsonText.extend(JsonText.of({ id: 1 }), { left: undefined }).text).toBe('{"id":1}');
});
