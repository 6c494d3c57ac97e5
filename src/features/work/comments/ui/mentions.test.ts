import { expect, test } from 'vitest';
import { findMentions, findTypedName, splitAtMentions, suggestColleagues } from './mentions.ts';

const colleagues = ['Ada Lind', 'Ada Lindqvist', 'Bo Marsh', 'staff@demo.test'].map((name) => ({
  id: name,
  name,
}));
const names = (found: { name: string }[]) => found.map(({ name }) => name);

test('what follows an at sign before the caret is the name that is typed', () => {
  expect(findTypedName('Hello @Ada L', 12)).toEqual({ start: 6, typed: 'Ada L' });
  expect(findTypedName('Hello @Ada L', 9)).toEqual({ start: 6, typed: 'Ad' });
  expect(findTypedName('@', 1)).toEqual({ start: 0, typed: '' });
});

test('an at sign within an email address starts no name', () => {
  expect(findTypedName('write to ada@example', 20)).toBeNull();
});

test('the beginning of a first or a last name finds colleagues', () => {
  expect(names(suggestColleagues(colleagues, 'ada l'))).toEqual(['Ada Lind', 'Ada Lindqvist']);
  expect(names(suggestColleagues(colleagues, 'mar'))).toEqual(['Bo Marsh']);
  expect(names(suggestColleagues(colleagues, 'lee'))).toEqual([]);
});

test('a text mentions the colleagues whose whole names follow an at sign', () => {
  expect(names(findMentions('@Ada Lindqvist, see this', colleagues))).toEqual(['Ada Lindqvist']);
  expect(names(findMentions('@Ada Lind and @Bo Marsh.', colleagues))).toEqual([
    'Ada Lind',
    'Bo Marsh',
  ]);
  expect(names(findMentions('Ada Lind, see this', colleagues))).toEqual([]);
});

test('mentions are parts of their own', () => {
  expect(splitAtMentions('Ask @Bo Marsh today', ['Bo Marsh'])).toEqual([
    'Ask ',
    '@Bo Marsh',
    ' today',
  ]);
  expect(splitAtMentions('Ask (a)', [])).toEqual(['Ask (a)']);
});
