type ListedRow = { id: string };

/**
 * Who stands before and after the one that is open. When it has left the list (it was answered, say)
 * those who closed up round its last place do.
 */
export function findNeighbours(
  rows: readonly ListedRow[],
  id: string,
  lastIndex: number,
): { index: number; previous: string | undefined; next: string | undefined } {
  const found = rows.findIndex((row) => row.id === id);
  const index = found === -1 ? lastIndex : found;
  const next = found === -1 ? index : index + 1;
  return { index, previous: rows[index - 1]?.id, next: rows[next]?.id };
}
