import { AsyncLocalStorage } from 'node:async_hooks';

/** PostgreSQL expects so many elements of an array that it does not know yet. */
const EXPECTED_KEYS = 10;

/** Repeats a key: a plan for fewer keys would seem so much cheaper that each statement is planned anew. */
function fillKeys<Key>(keys: Key[]): Key[] {
  const missing = Math.max(0, EXPECTED_KEYS - keys.length);
  return [...keys, ...Array.from({ length: missing }, () => keys[0]!)];
}

/**
 * Lets reads of one row each that arrive at the same time share one statement. A read that arrives
 * while a statement runs waits for the next one: it sees everything that was committed before it
 * arrived. Create it at the start: its statements belong to no request.
 * @param readMany reads the values of several keys, which may repeat; one that is missing has no value
 */
export function createBatchedRead<Key, Value>(
  readMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  // Neither the replica nor the audit context of one of the requests.
  const runForNobody = AsyncLocalStorage.snapshot();
  type Batch = { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> };
  let next: Batch | null = null;
  let running: Promise<unknown> = Promise.resolve();

  function collect(): Batch {
    const keys = new Set<Key>();
    const read = async () => {
      // Whatever has arrived by now takes part.
      await new Promise((resolve) => setImmediate(resolve));
      next = null;
      return readMany(fillKeys([...keys]));
    };
    const values = runForNobody(() => running.then(read, read));
    running = values;
    return { keys, values };
  }

  return async (key) => {
    next ??= collect();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}
