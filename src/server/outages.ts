import { DomainError } from '#src/lib/problem.ts';

/** Codes of Node for a host that cannot be reached or that closed the connection. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** PostgreSQL: no connection, a replica instead of the primary, too many, shutting down or starting up. */
const DATABASE_CODES = /^(08...|25006|53300|57P0[123])$/;
/** The driver reports these without a code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const RETRY_AFTER_SECONDS = 10;

type Failure = {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  detail?: unknown;
  cause?: unknown;
  errors?: unknown;
  $metadata?: { httpStatusCode?: number };
};

/**
 * Whether a request failed only because the database or the storage cannot be reached.
 * @param error of the database's driver, the S3 client or Node, also as the cause of another error
 */
function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause, errors, $metadata } = error as Failure;
  // A missing file has the same code as a missing socket of the database.
  const isNetwork = NETWORK_CODES.has(String(code)) && (code !== 'ENOENT' || syscall === 'connect');
  return (
    isNetwork ||
    DATABASE_CODES.test(String(code)) ||
    DRIVER_MESSAGES.test(String(message)) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    (Array.isArray(errors) && errors.some(isOutage)) ||
    isOutage(cause)
  );
}

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a row that a request refers to was deleted while it ran, such as its own user. The same code
 * says that a row cannot be deleted because others refer to it: only the detail differs.
 */
function isOfDeletedRow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, detail, cause } = error as Failure;
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
