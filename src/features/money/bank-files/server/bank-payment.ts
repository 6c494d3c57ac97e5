import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';

/** A payment in a file to the bank. */
export type BankPayment = {
  /** At most 15 letters and digits, so that every format carries it, and unique for ever. */
  endToEndId: string;
  amountCents: number;
  /** What the payee reads: the number of the payout. */
  reference: string;
  details: BankDetails;
};

/** "1234.50", from cents. */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function totalOf(payments: Pick<BankPayment, 'amountCents'>[]): number {
  return payments.reduce((total, { amountCents }) => total + amountCents, 0);
}
