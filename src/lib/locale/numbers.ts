import { CURRENCY, LOCALE } from './locale.ts';

/** All forms of numbers and amounts. */
const FORMATS = {
  whole: {},
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  percentage: { maximumFractionDigits: 2 },
  price: { style: 'currency', currency: CURRENCY },
  compactPrice: {
    style: 'currency',
    currency: CURRENCY,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

const formatters = new Map<keyof typeof FORMATS, Intl.NumberFormat>();
let conjunction: Intl.ListFormat | undefined;

/** Creating a formatter costs far more than using it, so each is created once, when it is needed. */
function format(name: keyof typeof FORMATS, number: number): string {
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LOCALE, FORMATS[name]);
    formatters.set(name, formatter);
  }
  return formatter.format(number);
}

/** "1,234" */
export function formatNumber(number: number): string {
  return format('whole', number);
}

/** "1.2K" */
export function formatCompactNumber(number: number): string {
  return format('compact', number);
}

/** "7.5%" */
export function formatPercent(percent: number): string {
  return `${format('percentage', percent)}%`;
}

/** Integer cents of the currency: 1999 -> "$19.99". */
export function formatCents(cents: number): string {
  return format('price', cents / 100);
}

/** "$1.2K", from integer cents. */
export function formatCompactCents(cents: number): string {
  return format('compactPrice', cents / 100);
}

/** "posts, photos, and videos" */
export function formatList(items: string[]): string {
  conjunction ??= new Intl.ListFormat(LOCALE, { type: 'conjunction' });
  return conjunction.format(items);
}
