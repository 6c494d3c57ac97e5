import type { BulkResult } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';

/**
 * Changes records one after another, each on its own: a refused one does not stop the others.
 * @param change changes one record in a transaction of its own; a DomainError refuses it
 * @throws the error of a change that failed for another reason; the changes before it remain
 */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await change(id);
      result.changed.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      result.refused.push({ id, reason: error.message });
    }
  }
  return result;
}
