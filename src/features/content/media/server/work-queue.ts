/** Runs at most `limit` pieces of work at a time; the others wait in the order they came. */
export function createWorkQueue(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed over, so that no newcomer can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
