import { expect, test } from 'vitest';
import { receiptNumber } from './receipt-number.ts';

test('a receipt is named by the beginning of its id, in groups that can be read aloud', () => {
  expect(receiptNumber('3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11')).toBe('3F2A-91BC-04D7');
});
