import { expect, test } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const SECRETS = ['a secret of at least 32 characters'] as const;
const NOTE = { purpose: 'notes', subject: 'mara' };
const sealed = sealText(SECRETS, NOTE, 'Meet at nine');

test('a sealed text can be opened, and does not show what it says', () => {
  expect(openText(SECRETS, NOTE, sealed)).toBe('Meet at nine');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('nine');
});

test('the same text is sealed differently each time', () => {
  expect(sealText(SECRETS, NOTE, 'Meet at nine')).not.toBe(sealed);
});

test('a text of a previous secret can be opened, and a new one is sealed with the newest', () => {
  const rotated = ['the newest one', ...SECRETS] as const;
  expect(openText(rotated, NOTE, sealed)).toBe('Meet at nine');
  expect(openText(['the newest one'], NOTE, sealText(rotated, NOTE, 'At ten'))).toBe('At ten');
});

test.each([
  ['with another secret', ['another'] as const, NOTE, sealed],
  ['for another purpose', SECRETS, { ...NOTE, purpose: 'letters' }, sealed],
  ['for another subject', SECRETS, { ...NOTE, subject: 'noor' }, sealed],
  ['after a change', SECRETS, NOTE, `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`],
  ['after a change of its end', SECRETS, NOTE, `${sealed.slice(0, -3)}AAA`],
  ['when shortened', SECRETS, NOTE, sealed.slice(0, 20)],
])('a sealed text cannot be opened %s', (_, secrets, sealedFor, text) => {
  expect(() => openText(secrets, sealedFor, text)).toThrow(/^Cannot open .+ SECRET/);
});
