import { expect, test } from 'vitest';
import { isEqualInConstantTime } from './constant-time.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

test('the same bytes are equal', () => {
  expect(isEqualInConstantTime(bytes('0aff'), bytes('0aff'))).toBe(true);
});

test.each(['0afe', '1aff', '0a', '0aff00', ''])('other bytes are not equal: %s', (hex) => {
  expect(isEqualInConstantTime(bytes(hex), bytes('0aff'))).toBe(false);
});
