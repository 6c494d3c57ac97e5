import { expect, test } from 'vitest';
import { formatReceiptNumber } from './receipt-number.ts';

test('a receipt number is the beginning of the transaction id in groups of four', () => {
  expect(formatReceiptNumber('3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11')).toBe('3F2A-91BC-04D7');
});
