/** The parsed input: a number in hundredths (cents of a price), or why there is none. */
type Typed = number | 'empty' | 'unreadable' | 'too-fine';

const GROUPED = /^\d{1,3}([,.\s'’])\d{3}(?:\1\d{3})*$/;
// "1,250" is grouped, as prices have no three decimals; "1.250" has too many.
const GROUPED_BY_COMMAS = /^\d{1,3}(?:,\d{3})+$/;
/** Longer input is rejected: a double could not represent all of its digits. */
const LONGEST = 13;

/** The digits before and after the decimal separator; null if it has none. */
function partsOf(digits: string): [whole: string, decimals: string] | null {
  const at = GROUPED_BY_COMMAS.test(digits)
    ? digits.length
    : Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [whole, decimals] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  const separator = GROUPED.exec(whole)?.[1];
  const isRead = separator ? separator !== digits[at] : /^\d*$/.test(whole);
  if (!isRead || !/^\d*$/.test(decimals) || whole + decimals === '') return null;
  return [whole.replaceAll(/\D/g, ''), decimals];
}

/**
 * Parses a price or a percentage exactly: "19.99", "19,99", "$1,250", "1.250,50", "20 %". Nothing
 * is rounded: more than two decimals are 'too-fine'.
 */
export function parseHundredths(typed: string): Typed {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (text.length > LONGEST) return 'unreadable';
  const [, sign = '', digits = ''] = /^([-−]?)\$?(.*?)\s?%?$/.exec(text) ?? [];
  const parts = partsOf(digits);
  if (!parts) return 'unreadable';
  const [whole, decimals] = parts;
  if (decimals.length > 2) return 'too-fine';
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return sign ? -hundredths : hundredths;
}

/** Formats hundredths for a field: 1999 -> "19.99". */
export function hundredthsText(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}
