import { expect, test } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const SECRET = 'a secret of at least 32 characters';
const sealed = sealText(SECRET, 'notes', 'mara', 'Meet at nine');

test('a sealed text can be opened, and does not show what it says', () => {
  expect(openText(SECRET, 'notes', 'mara', sealed)).toBe('Meet at nine');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('nine');
});

test('the same text is sealed differently each time', () => {
  expect(sealText(SECRET, 'notes', 'mara', 'Meet at nine')).not.toBe(sealed);
});

test.each([
  ['with another secret', `${SECRET}!`, 'notes', 'mara', sealed],
  ['for another purpose', SECRET, 'letters', 'mara', sealed],
  ['for another subject', SECRET, 'notes', 'noor', sealed],
  ['after a change', SECRET, 'notes', 'mara', `A${sealed.slice(1)}`],
  ['when shortened', SECRET, 'notes', 'mara', sealed.slice(0, 20)],
])('a sealed text cannot be opened %s', (_, secret, purpose, subject, text) => {
  expect(() => openText(secret, purpose, subject, text)).toThrow();
});
