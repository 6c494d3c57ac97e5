type Listed = { id: string };

/**
 * Who stands before and after the one that is open. When it has left the list (it was answered, say)
 * those who closed up round its last place do.
 */
export function neighboursOf(
  rows: readonly Listed[],
  id: string,
  lastPlace: number,
): { place: number; previous: string | undefined; next: string | undefined } {
  const found = rows.findIndex((row) => row.id === id);
  const place = found === -1 ? lastPlace : found;
  const next = found === -1 ? place : place + 1;
  return { place, previous: rows[place - 1]?.id, next: rows[next]?.id };
}
