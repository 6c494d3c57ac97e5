import { timingSafeEqual } from 'node:crypto';

/** Compares secret bytes, such as signatures, in a time that does not depend on where they differ. */
export function isEqualInConstantTime(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
