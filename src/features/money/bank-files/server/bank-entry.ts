import type { PaymentOutcome } from '../bank-files.schema.ts';

/** A movement that a bank reports for a payment of ours. */
export type BankEntry = {
  /** Its number in the file, from 1. */
  number: number;
  endToEndId: string;
  amountCents: number;
  currency: string;
  /** The calendar day of the value date. */
  valueDate: string;
  outcome: PaymentOutcome;
  /** The bank's own reference. */
  reference: string | null;
  /** Why the bank returned it. */
  reason: string | null;
};

/** The movements of a file that have a reference, and the number of the others. */
export type BankEntries = { entries: BankEntry[]; others: number };

/** Integer cents of "1234.5"; null for what is no such amount. */
export function centsOf(amount: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Whether a text is a calendar day, as in "2026-11-25". */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
