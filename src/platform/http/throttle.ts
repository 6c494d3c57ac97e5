import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DomainError } from '#src/lib/problem.ts';
import { setHeader } from './response-headers.ts';

/** The duration of every throttle. */
export const THROTTLE_SECONDS = 60;

/**
 * The calls that one account may make per minute, by class of operation. A busy staff member opens
 * a screen every five seconds (about 80 reads), decides on fifty records (50 writes), looks up ten
 * people (40 searches) and sends ten mails: an eighth to a third of each. What visitors call counts
 * for their network, which many may share.
 */
export const THROTTLES = { read: 600, write: 240, search: 120, expensive: 60, anonymous: 600 };

/** The limit of a call. */
export type ThrottleClass = keyof typeof THROTTLES;

/** What an account has left of a throttle after a call. */
type Count = { isWithin: boolean; points: number; left: number; seconds: number };

/** Counts a call of an account, or of a visitor's network. */
export type Throttle = (caller: string) => Promise<Count>;
export type Throttles = Record<ThrottleClass, Throttle>;

/** Calls that this process may still let through without asking the database. */
type Lease = { left: number; leftForAll: number; endsAt: number };

const LEASES_PER_LIMIT = 10;
const MAXIMUM_LEASES = 50_000;

/**
 * Counts calls per account over all processes. The counters are in the database, but a process
 * leases a tenth of the limit at a time, so that most calls cost no query.
 */
function createThrottle(pool: Pool, name: string, points: number): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: `throttle-${name}`,
    points,
    duration: THROTTLE_SECONDS,
  });
  const block = Math.ceil(points / LEASES_PER_LIMIT);
  // Grows with the leases; with `max`, memory for all of them is allocated at once.
  const leases = new LRUCache<string, Lease>({ maxSize: MAXIMUM_LEASES, sizeCalculation: () => 1 });
  const pending = new Map<string, Promise<void>>();

  async function lease(caller: string): Promise<void> {
    // Unlike `consume`, it does not reject beyond the limit, where the rest of a block may be left.
    const { consumedPoints, msBeforeNext } = await limiter.penalty(caller, block);
    leases.set(caller, {
      left: Math.max(0, Math.min(block, points - consumedPoints + block)),
      leftForAll: Math.max(0, points - consumedPoints),
      endsAt: Date.now() + msBeforeNext,
    });
  }

  /** Simultaneous calls wait for one lease. */
  function leaseOnce(caller: string): Promise<void> {
    const running = pending.get(caller);
    if (running) return running;
    const started = lease(caller).finally(() => pending.delete(caller));
    pending.set(caller, started);
    return started;
  }

  const findLease = (caller: string): Lease | undefined => {
    const found = leases.get(caller);
    const isOver = !found || Date.now() >= found.endsAt || (!found.left && found.leftForAll > 0);
    return isOver ? undefined : found;
  };

  return async (caller) => {
    let found = findLease(caller);
    while (!found) {
      await leaseOnce(caller);
      found = findLease(caller);
    }
    const isWithin = found.left > 0;
    if (isWithin) found.left -= 1;
    const seconds = Math.max(1, Math.ceil((found.endsAt - Date.now()) / 1000));
    return { isWithin, points, left: found.left + found.leftForAll, seconds };
  };
}

/** Creates the throttles of all classes; `factor` multiplies their limits. */
export function createThrottles(pool: Pool, factor: number): Throttles {
  const create = (name: ThrottleClass) => createThrottle(pool, name, THROTTLES[name] * factor);
  return {
    read: create('read'),
    write: create('write'),
    search: create('search'),
    expensive: create('expensive'),
    anonymous: create('anonymous'),
  };
}

/**
 * Counts a call of a signed-in user or a visitor's network, and tells the client what is left (draft-ietf-httpapi-ratelimit-headers).
 * @throws DomainError 'rate-limited'
 */
export async function throttle(
  c: Pick<Context, 'env' | 'header'> & { var: { throttles: Throttles } },
  name: ThrottleClass,
  caller: string,
): Promise<void> {
  const { isWithin, points, left, seconds } = await c.var.throttles[name](caller);
  setHeader(c, 'ratelimit-policy', `"${name}";q=${points};w=${THROTTLE_SECONDS}`);
  setHeader(c, 'ratelimit', `"${name}";r=${left};t=${seconds}`);
  if (isWithin) return;
  const detail = `That was a lot at once. Please try again in ${seconds} seconds.`;
  throw new DomainError('rate-limited', detail, undefined, { retryAfter: seconds });
}
