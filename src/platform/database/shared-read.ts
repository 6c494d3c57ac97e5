type Share<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets equal reads that arrive at the same time share one. A read that arrives while another one runs
 * waits for the next, which begins afterwards: it sees everything that was committed before it arrived.
 * @returns a function that reads; reads with the same key must have the same result
 */
export function createSharedRead<T>(): Share<T> {
  const reads = new Map<string, { running: Promise<T>; next: Promise<T> | null }>();

  const start: Share<T> = async (key, read) => {
    const running = read();
    const own = { running, next: null };
    reads.set(key, own);
    try {
      return await running;
    } finally {
      // Nobody waits: the next one finds no read.
      if (reads.get(key) === own && own.next === null) reads.delete(key);
    }
  };

  return (key, read) => {
    const before = reads.get(key);
    if (!before) return start(key, read);
    const begin = () => start(key, read);
    before.next ??= before.running.then(begin, begin);
    return before.next;
  };
}
