/** Runs at most `limit` tasks at a time; the others wait in their order. */
export function createWorkQueue(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is passed to the next task directly, so that no new task can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
