const MAXIMUM_COUNT = 2 ** 31 - 1;
const FACTORS = { '': 1, k: 1_000, m: 1_000_000 } as const;

const GROUPED = /^\d{1,3}([,.\s'’])\d{3}(?:\1\d{3})*$/;
// Before K or M the point of "1.250" is a decimal point.
const GROUPED_BEFORE_FACTOR = /^\d{1,3}([,\s'’])\d{3}(?:\1\d{3})*$/;

function parseAmount(digits: string, factor: keyof typeof FACTORS): number {
  const grouped = factor ? GROUPED_BEFORE_FACTOR : GROUPED;
  if (grouped.test(digits)) return Number(digits.replaceAll(/\D/g, '')) * FACTORS[factor];
  if (!/^\d+([.,]\d+)?$/.test(digits)) return Number.NaN;
  const amount = Number(digits.replace(',', '.')) * FACTORS[factor];
  return factor ? Math.round(amount) : amount;
}

/**
 * Parses a follower count: "12500", "12,500", "12 500", "12.5k", "1.2M". Returns 0 for anything
 * else and for counts that exceed a database integer.
 */
export function parseFollowerCount(typed: string): number {
  // Longer than any count; too long for the expressions below.
  if (typed.length > 50) return 0;
  const text = typed.trim().toLowerCase();
  const factor = text.endsWith('k') ? 'k' : text.endsWith('m') ? 'm' : '';
  const digits = (factor ? text.slice(0, -1) : text).trim();
  const count = parseAmount(digits, factor);
  return Number.isInteger(count) && count <= MAXIMUM_COUNT ? count : 0;
}

/** Parses an age in whole years from 0 to 120; null for everything else. */
export function parseAge(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,3}$/.test(text) && Number(text) <= 120 ? Number(text) : null;
}
