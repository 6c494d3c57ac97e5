import { expect, test } from 'vitest';
import { isForeignZone, isFormatter, isLocaleFile, isLocaleName } from '../lint/locale.ts';

test.each([
  ['Intl', 'DateTimeFormat'],
  ['Intl', 'NumberFormat'],
  ['Intl', 'ListFormat'],
  ['count', 'toLocaleString'],
  ['date', 'toLocaleDateString'],
  ['date', 'toLocaleTimeString'],
])('%s.%s is refused outside of the locale folder', (object, member) => {
  expect(isFormatter(object, member)).toBe(true);
});

test.each([
  ['Intl', 'Segmenter'],
  ['Intl', 'supportedValuesOf'],
  ['text', 'toLocaleLowerCase'],
  ['text', 'toString'],
])('%s.%s formats no date and no number', (object, member) => {
  expect(isFormatter(object, member)).toBe(false);
});

test('the name of a locale is refused, and other texts are not', () => {
  expect(['en-US', 'de-DE'].map(isLocaleName)).toEqual([true, true]);
  expect(['en', 'this-year', 'US', 'UTC'].some(isLocaleName)).toBe(false);
});

test('only the locale folder creates formatters', () => {
  expect(isLocaleFile('src/lib/locale/dates.ts')).toBe(true);
  expect(isLocaleFile('src/lib/dates.ts')).toBe(false);
});

test('the server has no time zone of a screen', () => {
  const screens = 'src/lib/locale/screen-dates.ts';
  expect(isForeignZone('src/features/work/tasks/server/task-mails.ts', screens)).toBe(true);
  expect(isForeignZone('src/platform/mail/mail.ts', screens)).toBe(true);
  expect(isForeignZone('src/features/work/tasks/ui/due-label.ts', screens)).toBe(false);
  expect(isForeignZone('src/platform/mail/mail.ts', 'src/lib/locale/dates.ts')).toBe(false);
});
