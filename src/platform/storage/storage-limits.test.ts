import { expect, test } from 'vitest';
import { isOutage } from '#src/platform/http/outage.ts';
import { limitStorage } from './storage-limits.ts';
import type { Storage } from './storage.ts';

const never = () => new Promise<never>(() => {});
const hanging = Object.fromEntries(
  [
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
  ].map((name) => [name, never]),
) as unknown as Storage;

test('a storage that hangs counts as an outage for whoever waits for its answer', async () => {
  const storage = limitStorage(hanging, 10);
  for (const call of [
    () => storage.getRange('content/a.jpg', { start: 0, end: 1 }),
    () => storage.getBytes('content/a.jpg'),
    () => storage.exists('content/a.jpg'),
    () => storage.delete('content/a.jpg'),
  ]) {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
  }
});

test('an answer and a refusal pass unchanged', async () => {
  const refusal = new Error('refused');
  const storage = limitStorage(
    { ...hanging, size: async () => 7, exists: () => Promise.reject(refusal) },
    10_000,
  );
  expect(await storage.size('content/a.jpg')).toBe(7);
  await expect(storage.exists('content/a.jpg')).rejects.toBe(refusal);
});
