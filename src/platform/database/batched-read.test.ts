import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

/** A read of several keys that ends when the test says so; each value names its key and its read. */
function openReads() {
  const reads: { keys: string[]; resolve: () => void; reject: (error: Error) => void }[] = [];
  const readMany = (keys: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      const number = reads.length + 1;
      const values = new Map(keys.map((key) => [key, `${key} of read ${number}`]));
      values.delete('nobody');
      reads.push({ keys: [...new Set(keys)], resolve: () => resolve(values), reject });
    });
  return { reads, readOne: createBatchedRead(readMany) };
}

test('reads that arrive while one runs share the next one, and equal ones a key', async () => {
  const { reads, readOne } = openReads();
  const first = readOne('ann');
  const others = ['bea', 'cy', 'bea', 'ann'].map(readOne);
  // The first one may have missed what they have to see.
  expect(reads.map(({ keys }) => keys)).toEqual([['ann']]);
  reads[0]!.resolve();
  expect(await first).toBe('ann of read 1');
  await expect.poll(() => reads.length).toBe(2);
  expect(reads[1]!.keys).toEqual(['bea', 'cy', 'ann']);
  reads[1]!.resolve();
  expect(await Promise.all(others)).toEqual(
    ['bea', 'cy', 'bea', 'ann'].map((key) => `${key} of read 2`),
  );
});

test('a read that arrives when none runs begins at once', async () => {
  const { reads, readOne } = openReads();
  for (const number of [1, 2]) {
    const result = readOne('ann');
    expect(reads).toHaveLength(number);
    reads[number - 1]!.resolve();
    expect(await result).toBe(`ann of read ${number}`);
  }
});

test('a key without a value has none, beside others that have one', async () => {
  const { reads, readOne } = openReads();
  const first = readOne('ann');
  const both = [readOne('nobody'), readOne('bea')];
  reads[0]!.resolve();
  await first;
  await expect.poll(() => reads.length).toBe(2);
  reads[1]!.resolve();
  expect(await Promise.all(both)).toEqual([undefined, 'bea of read 2']);
});

test('a read that fails concerns only those that shared it', async () => {
  const { reads, readOne } = openReads();
  const first = readOne('ann');
  const second = readOne('bea');
  reads[0]!.reject(new Error('lost connection'));
  await expect(first).rejects.toThrow('lost connection');
  await expect.poll(() => reads.length).toBe(2);
  expect(reads[1]!.keys).toEqual(['bea']);
  reads[1]!.resolve();
  expect(await second).toBe('bea of read 2');
});

test('a read belongs to none of the requests that share it', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const readOne = createBatchedRead(async (keys: string[]) => {
    seen.push(request.getStore());
    return new Map(keys.map((key) => [key, key]));
  });
  const read = (name: string) => request.run(name, () => readOne(name));
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a', 'b']);
  expect(seen).toEqual([undefined, undefined]);
});

test('a statement receives the keys that its plan expects, and more if more reads share it', async () => {
  const received: number[][] = [];
  const readOne = createBatchedRead(async (keys: number[]) => {
    received.push(keys);
    return new Map(keys.map((key) => [key, key]));
  });
  await readOne(1);
  await Promise.all(Array.from({ length: 12 }, (_, key) => readOne(key)));
  expect(received).toEqual([
    Array(10).fill(1),
    Array(10).fill(0),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ]);
});
