import type { Storage } from './storage.ts';

/** The methods whose first argument is a key. */
const BY_KEY = [
  'put',
  'putFile',
  'getBytes',
  'getRange',
  'size',
  'exists',
  'delete',
  'deleteFolder',
  'presign',
  'withLocalFile',
] as const satisfies (keyof Storage)[];

/** Returns a storage that calls `around` instead of each method, which decides when `call` runs. */
export function aroundStorage(
  storage: Storage,
  around: (
    method: (typeof BY_KEY)[number],
    key: string,
    call: () => Promise<unknown>,
  ) => Promise<unknown>,
): Storage {
  const replaced = BY_KEY.map((method) => {
    const call = storage[method].bind(storage) as (...args: unknown[]) => Promise<unknown>;
    const run = (key: string, ...rest: unknown[]) => around(method, key, () => call(key, ...rest));
    return [method, run];
  });
  return { ...storage, ...Object.fromEntries(replaced) } as Storage;
}
