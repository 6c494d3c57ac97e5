import { DomainError } from '#src/lib/problem.ts';
import type { RecordTotal } from '../reconciliation.schema.ts';
import type { FoundDifference } from './compare-records.ts';

/** Fewer missing records are believed even if they are most of what there is. */
const BELIEVED = 20;

/**
 * Refuses a list that misses most of what we have: a provider that answers with an empty or cut list
 * is not believed. @throws DomainError 'provider-unavailable'
 */
export function requirePlausible(found: FoundDifference[], totals: RecordTotal[]): void {
  const missing = found.filter(({ difference }) => difference === 'missing_there').length;
  const ours = totals.reduce((sum, total) => sum + total.ours.count, 0);
  if (missing <= Math.max(BELIEVED, ours / 2)) return;
  throw new DomainError(
    'provider-unavailable',
    `The provider’s list is incomplete: ${missing} of ${ours} records are missing from it.`,
  );
}
