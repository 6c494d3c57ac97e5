import { DomainError } from '#src/lib/problem.ts';

// Error codes of file systems and S3-compatible servers.
const FULL_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull']);

/** Runs a write. @throws DomainError 'storage-full' when it fails for lack of space */
export async function withStorageErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isFull(error)
      ? new DomainError('storage-full', undefined, undefined, { cause: error })
      : error;
  }
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : error.name;
  const { httpStatusCode } = ('$metadata' in error ? error.$metadata : {}) as {
    httpStatusCode?: number;
  };
  return (
    FULL_ERRORS.has(code) ||
    FULL_ERRORS.has(error.name) ||
    httpStatusCode === 507 ||
    isFull(error.cause)
  );
}
