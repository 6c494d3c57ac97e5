import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Services } from '#src/server/services.ts';

/** Longer than a busy database takes, shorter than load balancers wait. */
const LIMIT_MS = 3_000;
/** Requests within this time share one check, so that a flood of them costs nothing. */
const SHARED_MS = 1_000;

export type Health = { database: 'ok' | 'down'; storage: 'ok' | 'down' };

/** Whether the parts without which no request succeeds respond within three seconds. */
export function createHealthCheck({
  pool,
  storage,
}: Pick<Services, 'pool' | 'storage'>): () => Promise<Health> {
  let latest: { at: number; health: Promise<Health> } | undefined;
  const check = async (): Promise<Health> => {
    const [database, stored] = await Promise.all([
      responds(() => pool.query('select 1')),
      responds(() => storage.exists('checks/health')),
    ]);
    return { database, storage: stored };
  };
  return () => {
    const now = performance.now();
    if (!latest || now - latest.at > SHARED_MS) latest = { at: now, health: check() };
    return latest.health;
  };
}

/** `/health`: 200, or 503 if a part does not respond. */
export function healthRoutes(checkHealth: () => Promise<Health>) {
  return new Hono().get('/health', async (c) => {
    const health = await checkHealth();
    return c.json(health, Object.values(health).includes('down') ? 503 : 200);
  });
}

async function responds(run: () => Promise<unknown>): Promise<'ok' | 'down'> {
  const limit = new AbortController();
  try {
    const isDone = run().then(() => true);
    const isLate = wait(LIMIT_MS, false, { ref: false, signal: limit.signal });
    return (await Promise.race([isDone, isLate])) ? 'ok' : 'down';
  } catch {
    return 'down';
  } finally {
    limit.abort();
  }
}
