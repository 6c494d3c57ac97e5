import { setTimeout as wait } from 'node:timers/promises';
import { aroundStorage } from './around-storage.ts';
import type { Storage } from './storage.ts';

/** Longer than a busy storage takes to begin its answer. */
const LIMIT_MS = 10_000;
/** What requests wait for; `put` has files of any size, and the others run in jobs. */
const LIMITED: readonly string[] = ['getBytes', 'getRange', 'size', 'exists', 'delete', 'presign'];

/** Rejects a call of a storage that hangs with the code of a lost connection. */
export function limitStorage(storage: Storage, limit = LIMIT_MS): Storage {
  return aroundStorage(storage, (method, _key, call) =>
    LIMITED.includes(method) ? withLimit(call, limit) : call(),
  );
}

/** Rejects with the code of a lost connection when a call has no result after ten seconds. */
export async function withLimit<T>(call: () => Promise<T>, limit = LIMIT_MS): Promise<T> {
  const ended = new AbortController();
  const late = wait(limit, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw Object.assign(new Error('the storage does not answer'), { code: 'ETIMEDOUT' });
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}
