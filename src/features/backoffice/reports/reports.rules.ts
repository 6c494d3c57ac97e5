/** The change of an amount in whole percent; null if it is meaningless, because nothing was earned before. */
export function growthPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null;
}
