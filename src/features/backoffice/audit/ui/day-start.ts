/** The instant at which a day (YYYY-MM-DD), or one `days` later, begins where the reader is. */
export function dayStart(day: string, days = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const start = new Date(2000, 0, 1);
  // Not by the constructor, which takes years below 100 for those of the last century.
  start.setFullYear(year, month - 1, date + days);
  return start.toISOString();
}
