// Without those that are taken for one another when they are read out; 32, so that none is likelier.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password that can be read out over the phone: four groups of four, 80 bits of chance. */
export function generatePassword(): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => LETTERS[byte % LETTERS.length],
  );
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-');
}
