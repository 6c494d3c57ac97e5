import { CURRENCY, LOCALE } from './locale.ts';

const whole = new Intl.NumberFormat(LOCALE);
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const price = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: CURRENCY });
const compactPrice = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: CURRENCY,
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});
const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** "1,234" */
export function formatNumber(number: number): string {
  return whole.format(number);
}

/** "1.2K" */
export function formatCompactNumber(number: number): string {
  return compact.format(number);
}

/** "7.5%" */
export function formatPercent(percent: number): string {
  return `${percentage.format(percent)}%`;
}

/** Integer cents of the currency: 1999 -> "$19.99". */
export function formatCents(cents: number): string {
  return price.format(cents / 100);
}

/** "$1.2K", from integer cents. */
export function formatCompactCents(cents: number): string {
  return compactPrice.format(cents / 100);
}

/** "posts, photos, and videos" */
export function formatList(items: string[]): string {
  return conjunction.format(items);
}
