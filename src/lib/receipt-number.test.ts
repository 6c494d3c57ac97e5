import { expect, test } from 'vitest';
import { formatReceiptNumber, receiptNumberRange } from './receipt-number.ts';
import { isUuid } from './uuid.ts';

test('a receipt number is the beginning of the transaction id in groups of four', () => {
  expect(formatReceiptNumber('3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11')).toBe('3F2A-91BC-04D7');
});

test.each(['3f2a', '3F2A-9', '3f2a91bc04d7', '3F2A-91BC-04D7', 'a0-b1'])(
  '"%s" is the beginning of receipt numbers between two ids',
  (text) => {
    const { first, last } = receiptNumberRange(text)!;
    const digits = text.replaceAll('-', '').toUpperCase();
    for (const id of [first, last]) {
      expect(isUuid(id)).toBe(true);
      expect(formatReceiptNumber(id).replaceAll('-', '').startsWith(digits)).toBe(true);
    }
    expect(first < last).toBe(true);
  },
);

test.each(['', '3f2', '3-f-2', 'marlowe', '3f2g', '3f2a 91bc', 'a'.repeat(33)])(
  '"%s" is no beginning of a receipt number',
  (text) => {
    expect(receiptNumberRange(text)).toBeNull();
  },
);
