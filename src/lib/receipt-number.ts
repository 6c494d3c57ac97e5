/** The human-readable number of a payment: the first 48 bits of its id, as "3F2A-91BC-04D7". */
export function formatReceiptNumber(transactionId: string): string {
  return transactionId
    .replaceAll('-', '')
    .slice(0, 12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Shorter beginnings of a number would find many payments. */
const SEARCHED_DIGITS = 4;

/**
 * The first and the last id of the payments whose receipt number begins with the text, which may be
 * typed without hyphens; null if it is not the beginning of a number.
 */
export function receiptNumberRange(text: string): { first: string; last: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (digits.length < SEARCHED_DIGITS || !/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const fill = (digit: string) =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { first: fill('0'), last: fill('f') };
}
