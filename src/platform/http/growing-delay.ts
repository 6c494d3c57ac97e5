import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { tooManyAttempts } from './rate-limit.ts';
import { rateLimits } from './rate-limits.table.ts';

/** Attempts that are free per key, after which each one has to wait twice as long as the last. */
export type GrowingDelayOptions = {
  name: string;
  free: number;
  firstSeconds: number;
  maximumSeconds: number;
  /** After this long without an attempt, a key is forgotten. */
  memorySeconds: number;
};

export type GrowingDelay = {
  free: number;
  /**
   * Counts an attempt that is due, before its outcome is known: simultaneous ones count one by one.
   * @returns the number of attempts so far
   * @throws DomainError 'rate-limited' until the delay has passed
   */
  attempt(key: string): Promise<number>;
  /** Takes an attempt back that turned out not to count. */
  undo(key: string): Promise<void>;
  /** Forgets the attempts of a key. */
  reset(key: string): Promise<void>;
};

// The clock of a process may be wrong, and wrong delays would last.
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Counts attempts in the database and by its clock, so that all processes share them. */
export function createGrowingDelay(db: Db, options: GrowingDelayOptions): GrowingDelay {
  const { name, free, firstSeconds, maximumSeconds } = options;
  const memory = 1000 * options.memorySeconds;
  const { key: rowKey, points, expire } = rateLimits;
  // Below 40 doublings, which is far beyond the maximum and within the range of a bigint.
  const delay = sql`case when ${points} < ${free}::int then 0
    else least(${1000 * maximumSeconds}::bigint,
      ${1000 * firstSeconds}::bigint * (1::bigint << least(${points} - ${free}::int, 40))) end`;
  const fullKey = (key: string) => `${name}:${key}`;

  async function readWait(key: string): Promise<number> {
    const left = sql<string>`${expire} - ${memory}::bigint + ${delay} - ${NOW}`;
    const [row] = await db
      .select({ left })
      .from(rateLimits)
      .where(sql`${rowKey} = ${key}`);
    return row ? Math.max(1, Math.ceil(Number(row.left) / 1000)) : 1;
  }

  return {
    free,
    async attempt(key) {
      const [counted] = await db
        .insert(rateLimits)
        .values({ key: fullKey(key), points: 1, expire: sql`${NOW} + ${memory}::bigint` })
        .onConflictDoUpdate({
          target: rowKey,
          set: {
            points: sql`case when ${expire} <= ${NOW} then 1 else ${points} + 1 end`,
            expire: sql`${NOW} + ${memory}::bigint`,
          },
          // Free ones whatever the time: of two attempts at once, the later may come first.
          setWhere: sql`${points} < ${free}::int or ${expire} <= ${NOW}
            or ${NOW} >= ${expire} - ${memory}::bigint + ${delay}`,
        })
        .returning({ points });
      if (counted) return counted.points;
      throw tooManyAttempts(await readWait(fullKey(key)));
    },
    async undo(key) {
      await db
        .update(rateLimits)
        .set({ points: sql`greatest(${points} - 1, 0)` })
        .where(sql`${rowKey} = ${fullKey(key)}`);
    },
    async reset(key) {
      await db.delete(rateLimits).where(sql`${rowKey} = ${fullKey(key)}`);
    },
  };
}
