/** The end-to-end id of a payment: its number with a prefix, 15 characters that every format carries. */
export function endToEndIdOf(number: number): string {
  return `VR${String(number).padStart(13, '0')}`;
}

/** The number of a payment from its end-to-end id; null for ids of others. */
export function paymentNumberOf(endToEndId: string): number | null {
  const digits = /^VR(\d{13})$/.exec(endToEndId)?.[1];
  return digits === undefined ? null : Number(digits);
}
