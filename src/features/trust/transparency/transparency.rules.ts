import { SHOWN_HALF_YEARS, SMALL_COUNT } from './transparency.schema.ts';

/** A count as it is published: null if it is small enough to lead to a person. */
export function published(count: number): number | null {
  return count > 0 && count <= SMALL_COUNT ? null : count;
}

type Range = { name: string; from: Date; to: Date; isPartial: boolean };

/**
 * The half-years (UTC) from the first report on, the newest first. The figures of the current one end with
 * the last month, so that nobody can watch a count change.
 */
export function halfYearsSince(first: Date, now: Date): Range[] {
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const ranges: Range[] = [];
  let start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() < 6 ? 0 : 6);
  while (ranges.length < SHOWN_HALF_YEARS) {
    const from = new Date(start);
    const next = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 6));
    if (next <= first) break;
    const isPartial = next > end;
    const to = isPartial ? end : next;
    const name = `${from.getUTCFullYear()}-H${from.getUTCMonth() < 6 ? 1 : 2}`;
    if (from < to) ranges.push({ name, from, to, isPartial });
    start = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - 6);
  }
  return ranges;
}
