// Without letters that look or sound alike; 32, so that all are equally likely.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Generates a password that can be read out: four groups of four, 80 bits of entropy. */
export function generatePassword(): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => LETTERS[byte % LETTERS.length],
  );
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-');
}
