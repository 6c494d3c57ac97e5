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
  // A disk or a shared folder that is away, full, or refuses.
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'ENODEV',
  'ENXIO',
  'ENOSPC',
  'EDQUOT',
]);
/**
 * PostgreSQL: no connection, a replica instead of the primary, no disk, memory or connection left, shutting
 * down or starting up, or its disk cannot be read or written.
 */
const DATABASE_CODES = /^(08...|25006|53...|57P0[1235]|58...)$/;
/** The driver reports these without a code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
type Failure = {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
  $metadata?: { httpStatusCode?: number };
};

/**
 * Whether something failed only because the database or the storage cannot be reached, is full or refuses.
 * @param error of the database's driver, the S3 client or Node, also as the cause of another error
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause, errors, $metadata } = error as Failure;
  // A missing file has the same code as a missing socket of the database.
  const isNetwork = NETWORK_CODES.has(String(code)) && (code !== 'ENOENT' || syscall === 'connect');
  return (
    isNetwork ||
    DATABASE_CODES.test(String(code)) ||
    DRIVER_MESSAGES.test(String(message)) ||
    ($metadata?.httpStatusCode ?? 0) >= 400 ||
    (Array.isArray(errors) && errors.some(isOutage)) ||
    isOutage(cause)
  );
}
