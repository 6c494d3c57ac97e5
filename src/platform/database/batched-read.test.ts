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
  const readsBegun = async (count: number) => {
    await expect.poll(() => reads.length).toBe(count);
  };
  return { reads, readsBegun, readOne: createBatchedRead(readMany) };
}

test('reads that arrive together share a statement, and equal ones a key', async () => {
  const { reads, readsBegun, readOne } = openReads();
  const names = ['ann', 'bea', 'ann'];
  const results = Promise.all(names.map(readOne));
  await readsBegun(1);
  expect(reads[0]!.keys).toEqual(['ann', 'bea']);
  reads[0]!.resolve();
  expect(await results).toEqual(names.map((name) => `${name} of read 1`));
});

test('reads that arrive while one runs share the next one', async () => {
  const { reads, readsBegun, readOne } = openReads();
  const first = readOne('ann');
  await readsBegun(1);
  // The first one may have missed what they have to see.
  const others = Promise.all(['bea', 'cy', 'ann'].map(readOne));
  reads[0]!.resolve();
  expect(await first).toBe('ann of read 1');
  await readsBegun(2);
  expect(reads[1]!.keys).toEqual(['bea', 'cy', 'ann']);
  reads[1]!.resolve();
  expect(await others).toEqual(['bea', 'cy', 'ann'].map((name) => `${name} of read 2`));
});

test('a read that arrives when none runs waits for none', async () => {
  const { reads, readsBegun, readOne } = openReads();
  for (const number of [1, 2]) {
    const result = readOne('ann');
    await readsBegun(number);
    reads[number - 1]!.resolve();
    expect(await result).toBe(`ann of read ${number}`);
  }
});

test('a key without a value has none, beside others that have one', async () => {
  const { reads, readsBegun, readOne } = openReads();
  const both = Promise.all([readOne('nobody'), readOne('bea')]);
  await readsBegun(1);
  reads[0]!.resolve();
  expect(await both).toEqual([undefined, 'bea of read 1']);
});

test('a read that fails concerns only those that shared it', async () => {
  const { reads, readsBegun, readOne } = openReads();
  const first = readOne('ann');
  await readsBegun(1);
  const second = readOne('bea');
  reads[0]!.reject(new Error('lost connection'));
  await expect(first).rejects.toThrow('lost connection');
  await readsBegun(2);
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
  expect(await read('a')).toBe('a');
  expect(await Promise.all([read('b'), read('c')])).toEqual(['b', 'c']);
  expect(seen).toEqual([undefined, undefined]);
});

test('a statement receives the keys that its plan expects, and more if more reads share it', async () => {
  const received: number[][] = [];
  const readOne = createBatchedRead(async (keys: number[]) => {
    received.push(keys);
    return new Map(keys.map((key) => [key, key]));
  });
  await readOne(1);
  const keys = Array.from({ length: 12 }, (_, key) => key);
  await Promise.all(keys.map(readOne));
  expect(received).toEqual([Array(10).fill(1), keys]);
});
