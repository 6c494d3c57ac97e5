import type { AccountKind, BankDetails, US_ACCOUNT_TYPES } from './payees.schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The number of an account: its IBAN or its account number. */
export function accountNumberOf(details: BankDetails): string {
  return details.kind === 'iban' ? details.iban : details.accountNumber;
}

/** The last four characters of an account's number. */
export function lastFourOf(details: BankDetails): string {
  return accountNumberOf(details).slice(-4);
}

/** "IBAN •••• 3000" */
export function maskedAccount({ kind, lastFour }: { kind: AccountKind; lastFour: string }): string {
  return `${kind === 'iban' ? 'IBAN' : 'US account'} •••• ${lastFour}`;
}

/** Until when bank details that were confirmed then hold payouts back; null when they no longer do. */
export function heldUntil(confirmedAt: Date | null, changeDays: number, now: Date): Date | null {
  if (!confirmedAt) return null;
  const until = new Date(confirmedAt.getTime() + changeDays * DAY);
  return until > now ? until : null;
}

export const ACCOUNT_TYPE_LABELS: Record<(typeof US_ACCOUNT_TYPES)[number], string> = {
  checking: 'Checking',
  savings: 'Savings',
};
