import { formatNumber } from './numbers.ts';

/** Lists count rows only up to this limit and show "1,000+" above it. */
export const COUNT_LIMIT = 1_000;

/** "1,234", or "10,000+" for a count above that limit. */
export function formatCount(count: number, limit = COUNT_LIMIT): string {
  return count > limit ? `${formatNumber(limit)}+` : formatNumber(count);
}
