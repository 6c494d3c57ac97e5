import { formatCents } from '#src/lib/locale/numbers.ts';

/** A rule of the ledger as a sentence. */
export function ruleText(rule: string): string {
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}

/** A figure of a finding, with its amounts in dollars. */
export function figureText(figure: string): string {
  return figure.replaceAll(/(-?\d+) cents/g, (_, cents) => formatCents(Number(cents)));
}
