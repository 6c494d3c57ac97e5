import { gt, lt, or } from 'drizzle-orm';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { rateLimits } from './rate-limits.table.ts';

export type RateLimit = {
  /** Counts one attempt. @throws DomainError 'rate-limited' after too many attempts */
  consume(key: string): Promise<void>;
  /** Counts one attempt. @returns whether it is within the limit */
  tryConsume(key: string): Promise<boolean>;
  /** Resets the attempts of a key after a success. */
  reset(key: string): Promise<void>;
};

/** The error of an attempt that came too early. */
export function tooManyAttempts(seconds: number): DomainError {
  const detail = `Too many attempts. Try again in ${seconds} seconds.`;
  return new DomainError('rate-limited', detail, undefined, { retryAfter: seconds });
}

/** Creates a limit of `points` attempts per key within `seconds`, counted in the database. */
export function createRateLimit(
  pool: Pool,
  { name, points, seconds }: { name: string; points: number; seconds: number },
): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
  });
  /** @returns the milliseconds to wait; null within the limit */
  const count = async (key: string): Promise<number | null> => {
    try {
      await limiter.consume(key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      throw error;
    }
  };
  return {
    async consume(key) {
      const waitMs = await count(key);
      if (waitMs !== null) throw tooManyAttempts(Math.ceil(waitMs / 1000));
    },
    tryConsume: async (key) => (await count(key)) === null,
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

/** Longer than any counter lasts, in milliseconds. */
const LONGEST = 2 * 24 * 60 * 60 * 1000;

/**
 * Deletes expired counters, because their keys contain network addresses, and those that a wrong clock
 * made last too long, because they would lock people out.
 */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  await db
    .delete(rateLimits)
    .where(
      or(lt(rateLimits.expire, now.getTime()), gt(rateLimits.expire, now.getTime() + LONGEST)),
    );
}
