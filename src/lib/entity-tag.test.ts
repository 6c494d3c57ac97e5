import { expect, test } from 'vitest';
import { matchesEntityTag } from './entity-tag.ts';

test.each([
  ['the same tag', '"abc"', '"abc"'],
  ['the same weak tag', 'W/"abc"', 'W/"abc"'],
  ['a tag that a proxy weakened', 'W/"abc"', '"abc"'],
  ['the strong form of a weak tag', '"abc"', 'W/"abc"'],
  ['one tag of a list', '"x", W/"abc" ,"y"', '"abc"'],
  ['one tag of a list without spaces', '"x","abc"', '"abc"'],
  ['a tag with a comma', '"x", "a,b"', '"a,b"'],
  ['anything', '*', '"abc"'],
  ['anything, between spaces', ' * ', '"abc"'],
])('%s matches: %s', (_, header, etag) => {
  expect(matchesEntityTag(header, etag)).toBe(true);
});

test.each([
  ['no header', undefined],
  ['no header of a Headers object', null],
  ['an empty header', ''],
  ['another tag', '"abcd"'],
  ['a tag without quotes', 'abc'],
  ['a tag within another', '"xabcx"'],
  ['a tag in another case', '"ABC"'],
  ['a star in quotes', '"*"'],
  ['a part of a tag with a comma', '"x,abc"'],
])('%s does not match', (_, header) => {
  expect(matchesEntityTag(header, '"abc"')).toBe(false);
});
