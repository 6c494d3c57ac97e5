import { formatCount } from '#src/lib/locale/counts.ts';

/** Figures are counted up to this limit; beyond it "10,000+" is shown. */
export const FIGURE_LIMIT = 10_000;
export function figureLabel(count: number): string {
  return formatCount(count, FIGURE_LIMIT);
}
