import { AsyncLocalStorage } from 'node:async_hooks';
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

/** What a request answers while the database or the storage is away. */
export function createOutageError(): DomainError {
  return new DomainError(
    'unavailable',
    'Something that we depend on does not respond. Please try again in a minute.',
    undefined,
    { retryAfter: RETRY_AFTER_SECONDS },
  );
}

const rendering = new AsyncLocalStorage<{ isUnavailable: boolean }>();

/** Lets the pages call the API in this process. */
export function callFromPages<A extends unknown[]>(
  request: (...args: A) => Response | Promise<Response>,
): (...args: A) => Promise<Response> {
  return async (...args) => {
    const response = await request(...args);
    const page = rendering.getStore();
    if (page && response.status === 503) page.isUnavailable = true;
    return response;
  };
}

/** Renders a page. @throws DomainError 'unavailable' when it failed because the API was */
export async function renderUnlessUnavailable(render: () => Promise<Response>): Promise<Response> {
  const page = { isUnavailable: false };
  const response = await rendering.run(page, render);
  if (response.status < 500 || !page.isUnavailable) return response;
  await response.body?.cancel();
  throw createOutageError();
}

/** The error that a request answers when it failed for a reason that it did not expect. */
export function toUnexpectedError(error: Error): DomainError {
  if (isOfDeletedRow(error)) {
    return new DomainError('not-found', 'What this refers to has been deleted in the meantime.');
  }
  if (!isOutage(error)) return new DomainError('internal');
  return createOutageError();
}
