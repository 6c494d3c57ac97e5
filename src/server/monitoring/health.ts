import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { isMigrated } from '#src/platform/database/migrations.ts';
import type { Services } from '#src/server/services.ts';

/** Longer than a busy database takes, shorter than load balancers wait. */
const LIMIT_MS = 3_000;
/** Requests within this time share one check, so that a flood of them costs nothing. */
const SHARED_MS = 1_000;
/** Schedules are late by minutes. */
const JOBS_SHARED_MS = 15_000;

/**
 * Without a part that is `down` no request succeeds. What is `late` or `low` needs somebody soon, but
 * another process would not do better.
 */
type PartState = 'ok' | 'down' | 'late' | 'low';

/** The state of each part; `migrations` says whether the tables are those that this build needs. */
export type Health = Record<'database' | 'storage' | 'migrations' | 'jobs' | 'disk', PartState>;

type Dependencies = Pick<Services, 'config' | 'pool' | 'storage' | 'jobs'>;

/** Creates the check of everything that the product depends on. A part that is silent for three seconds is down. */
export function createHealthCheck({
  config,
  pool,
  storage,
  jobs,
}: Dependencies): () => Promise<Health> {
  const checkJobs = shareFor(JOBS_SHARED_MS, () =>
    stateOf(async () => {
      const schedules = await jobs.readSchedules();
      return schedules.some(({ isLate }) => isLate) ? 'late' : 'ok';
    }),
  );
  return shareFor(SHARED_MS, async () => {
    const [database, stored, migrations, jobState, disk] = await Promise.all([
      stateOf(() => pool.query('select 1').then(() => 'ok')),
      stateOf(() => storage.exists('checks/health').then(() => 'ok')),
      stateOf(async () => ((await isMigrated(pool)) ? 'ok' : 'down')),
      checkJobs(),
      stateOf(async () => {
        const { bavail, bsize } = await statfs(config.dataDir);
        return bavail * bsize > config.diskReserve ? 'ok' : 'low';
      }),
    ]);
    return { database, storage: stored, migrations, jobs: jobState, disk };
  });
}

/**
 * `/health/live` is 200 while the process answers: whoever restarts processes asks it, because a restart
 * does not bring a database back. `/health/ready`, and `/health` for those that know only it, are 503
 * while no request would succeed.
 */
export function healthRoutes(checkHealth: () => Promise<Health>) {
  const routes = new Hono().get('/health/live', (c) => c.json({ process: 'ok' }));
  return routes.on('GET', ['/health', '/health/ready'], async (c) => {
    const health = await checkHealth();
    return c.json(health, Object.values(health).includes('down') ? 503 : 200);
  });
}

/** Calls within this time share one result. */
function shareFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!latest || now - latest.at > milliseconds) latest = { at: now, result: read() };
    return latest.result;
  };
}

async function stateOf(check: () => Promise<PartState>): Promise<PartState> {
  const limit = new AbortController();
  try {
    const isLate = wait(LIMIT_MS, 'down' as const, { ref: false, signal: limit.signal });
    return await Promise.race([check(), isLate]);
  } catch {
    return 'down';
  } finally {
    limit.abort();
  }
}
