import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

const addressesIn = (text: string) => findLinks(text).flatMap(({ address }) => address ?? []);

test.each([
  ['See https://example.test/brief.', ['https://example.test/brief']],
  [
    '(http://example.test/a_(b)), then https://b.test?',
    ['http://example.test/a_(b)', 'https://b.test'],
  ],
  ['"https://example.test/?a=1&b=2#c"', ['https://example.test/?a=1&b=2#c']],
  ['HTTPS://EXAMPLE.TEST/x', ['HTTPS://EXAMPLE.TEST/x']],
  ['https://a.test\nhttps://b.test', ['https://a.test', 'https://b.test']],
])('finds the addresses of: %s', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'JaVaScRiPt://https%0aalert(1)',
  'ftp://example.test',
  'example.test',
  'https://',
  'https://bank.test@evil.test/',
  'https://user:secret@evil.test/',
  'https://evil.test/\u202egpj.exe',
  'https://exa\u200bmple.test',
  'https://[not-an-address',
])('leaves as text: %s', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

test('a mark-up around an address does not become part of it', () => {
  expect(addressesIn('<a href="https://evil.test" onclick=x>')).toEqual(['https://evil.test']);
});

test('the parts are the whole text, and every address is one of http or https', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('https://', 'http://a.test', '(', ').', '@'));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const whole = pieces.join('');
      const parts = findLinks(whole);
      expect(parts.map(({ text }) => text).join('')).toBe(whole);
      for (const { text, address } of parts) {
        expect(address ?? text).toBe(text);
        expect(address === undefined || /^https?:\/\//i.test(address)).toBe(true);
      }
    }),
  );
});
