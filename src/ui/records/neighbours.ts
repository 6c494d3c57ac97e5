type ListedRow = { id: string };

/**
 * The rows before and after the open one. When it has left the list, for example after a review,
 * the neighbours of its last index.
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
