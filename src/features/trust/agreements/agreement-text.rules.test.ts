import { expect, test } from 'vitest';
import {
  fillTemplate,
  isSameName,
  listUnknownPlaceholders,
  paragraphsOf,
} from './agreement-text.rules.ts';

test('placeholders are replaced once, and never inside of a value', () => {
  const values = { legal_name: 'Mara {{agency}}\n# Vale', agency: 'Velvet Rope' };
  expect(fillTemplate('{{legal_name}} and {{ agency }}: {{other}}', values)).toBe(
    'Mara {{agency}} # Vale and Velvet Rope: {{other}}',
  );
});

test('unknown placeholders are named, each once', () => {
  const known = { legal_name: '', agency: '' };
  const text = '{{legal_name}} {{shares}} {{shares}} {{ toString }} {{}}';
  expect(listUnknownPlaceholders(text, known)).toEqual(['shares', 'toString', '']);
});

test('a heading is a line of its own, with or without blank lines around it', () => {
  const text = '# Title\nFirst line\nsecond line\n\n\nNext\n# Last\r\n\r\nEnd';
  expect(paragraphsOf(text)).toEqual([
    { isHeading: true, text: 'Title' },
    { isHeading: false, text: 'First line\nsecond line' },
    { isHeading: false, text: 'Next' },
    { isHeading: true, text: 'Last' },
    { isHeading: false, text: 'End' },
  ]);
});

test.each([
  ['marianne  VALDECOURT', true],
  [' Marianne Valdecourt ', true],
  ['Marianne\u00a0Valdecourt', true],
  ['Marianne Valdecour', false],
  ['Valdecourt Marianne', false],
])('the typed name "%s" is that of Marianne Valdecourt: %s', (typed, isSame) => {
  expect(isSameName(typed, 'Marianne Valdecourt')).toBe(isSame);
});
