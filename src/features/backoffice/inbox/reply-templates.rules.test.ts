import { expect, test } from 'vitest';
import { fillTemplate } from './reply-templates.rules.ts';

const values = { name: 'Ada {topic} $1', topic: 'My account' };

test.each([
  ['Hello {name}', 'Hello Ada {topic} $1'],
  ['{Name}, {NAME}', 'Ada {topic} $1, Ada {topic} $1'],
  ['About {topic}: {other} {} {constructor}', 'About My account: {other} {} {constructor}'],
])('the placeholders of %s are filled in once', (text, expected) => {
  expect(fillTemplate(text, values)).toBe(expected);
});
