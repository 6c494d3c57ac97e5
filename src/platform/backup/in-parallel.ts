/**
 * Runs for each item, several at a time. After a failure none is started any more.
 * @throws Error of the first failure, when all that had started have ended
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const item of queue) {
      if (failures.length > 0) return;
      await run(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failures.length > 0) throw failures[0];
}
