/** The instant at which a day (YYYY-MM-DD), or one `days` later, begins in the local time zone. */
export function dayStart(day: string, days = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const start = new Date(2000, 0, 1);
  // Not with the constructor, which maps years below 100 to the 1900s.
  start.setFullYear(year, month - 1, date + days);
  return start.toISOString();
}
