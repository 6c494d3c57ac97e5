import { expect, test } from 'vitest';
import { createTotpSecret, findTotpStep, toTotpAddress } from './totp.ts';

// The secret and two codes of appendix B of RFC 6238, shortened to six digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const AT_59_SECONDS = '287082';

test.each([
  [59_000, AT_59_SECONDS, 1],
  [1_111_111_109_000, '081804', 37_037_036],
])('codes are those of the standard (%i ms)', (now, code, step) => {
  expect(findTotpStep(SECRET, code, now)).toBe(step);
});

test.each([
  ['30 seconds early', 29_000, 1],
  ['30 seconds late', 89_000, 1],
  ['more than 30 seconds late', 90_000, null],
])('a code is accepted at most one step apart: %s', (_, now, step) => {
  expect(findTotpStep(SECRET, AT_59_SECONDS, now)).toBe(step);
});

test.each(['', '28708', '2870820', 'abcdef', '000000', 'ẇ⏼¥௷🗡', '２８７０８２'])(
  '“%s” is no code',
  (code) => {
    expect(findTotpStep(SECRET, code, 59_000)).toBeNull();
  },
);

test('a new secret has 160 random bits and an address for apps', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  expect(toTotpAddress(secret, 'mara@example.test')).toBe(
    `otpauth://totp/Velvet%20Rope:mara%40example.test?issuer=Velvet%20Rope&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});
