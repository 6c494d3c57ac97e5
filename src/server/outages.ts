import { DomainError } from '#src/lib/problem.ts';
import { isOutage } from '#src/platform/http/outage.ts';

const RETRY_AFTER_SECONDS = 10;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a row that a request refers to was deleted while it ran, such as its own user. The same code
 * says that a row cannot be deleted because others refer to it: only the detail differs.
 */
function isOfDeletedRow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, detail, cause } = error as { code?: unknown; detail?: unknown; cause?: unknown };
  const isMissing =
    code === FOREIGN_KEY_VIOLATION && /is not present in table/.test(String(detail));
  return isMissing || isOfDeletedRow(cause);
}

/** The error that a request answers when it failed for a reason that it did not expect. */
export function toUnexpectedError(error: Error): DomainError {
  if (isOfDeletedRow(error)) {
    return new DomainError('not-found', 'What this refers to has been deleted in the meantime.');
  }
  if (!isOutage(error)) return new DomainError('internal');
  return new DomainError(
    'unavailable',
    'Something that we depend on does not respond. Please try again in a minute.',
    undefined,
    { retryAfter: RETRY_AFTER_SECONDS },
  );
}
