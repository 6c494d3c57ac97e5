import { DomainError } from '#src/lib/problem.ts';

// Of the disk, of S3-compatible servers.
const FULL = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull']);

/** Runs what writes. @throws DomainError 'storage-full' where that is why it failed */
export async function storageErrors<T>(write: () => Promise<T>): Promise<T> {
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
  return FULL.has(code) || FULL.has(error.name) || httpStatusCode === 507 || isFull(error.cause);
}
