import { describe, expect, test } from 'vitest';
import { createSharedRead } from './shared-read.ts';

/** Reads that end when the test says so; each result is the number of the read. */
function openReads() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push({ resolve: () => resolve(number), reject });
    });
  return { ends, read };
}

describe('equal reads at the same time', () => {
  test('share the one that begins after they arrived', async () => {
    const { ends, read } = openReads();
    const share = createSharedRead<number>();
    const first = share('all', read);
    const others = [share('all', read), share('all', read), share('all', read)];
    // The first one may have missed what they have to see.
    expect(ends).toHaveLength(1);
    ends[0]!.resolve();
    expect(await first).toBe(1);
    await expect.poll(() => ends.length).toBe(2);
    const late = share('all', read);
    ends[1]!.resolve();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await expect.poll(() => ends.length).toBe(3);
    ends[2]!.resolve();
    expect(await late).toBe(3);
  });

  test('of other keys do not wait', async () => {
    const { ends, read } = openReads();
    const share = createSharedRead<number>();
    const both = [share('one', read), share('other', read)];
    expect(ends).toHaveLength(2);
    for (const { resolve } of ends) resolve();
    expect(await Promise.all(both)).toEqual([1, 2]);
  });

  test('fail alone: the next ones read again', async () => {
    const { ends, read } = openReads();
    const share = createSharedRead<number>();
    const first = share('all', read);
    const second = share('all', read);
    ends[0]!.reject(new Error('lost connection'));
    await expect(first).rejects.toThrow('lost connection');
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!.resolve();
    expect(await second).toBe(2);
  });
});

test('a read that arrives when none runs begins at once', async () => {
  const { ends, read } = openReads();
  const share = createSharedRead<number>();
  for (const number of [1, 2]) {
    const result = share('all', read);
    expect(ends).toHaveLength(number);
    ends[number - 1]!.resolve();
    expect(await result).toBe(number);
  }
});
