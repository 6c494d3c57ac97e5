import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { isMigrated } from '#src/platform/database/migrations.ts';
import type { Services } from '#src/server/services.ts';

/** Longer than a busy database takes, shorter than load balancers wait. */
const LIMIT_MS = 3_000;
/** Requests within this time share one check, so that a flood of them costs nothing. */
const SHARED_MS = 1_000;
/** So little of the disk of temporary files is little. */
const TEMPORARY_SHARE = 0.1;
/** Schedules are late by minutes. */
const JOBS_SHARED_MS = 15_000;

/**
 * Without database or migrations no request succeeds. Without the others most do, and another process would
 * not do better: they are named, and need somebody soon.
 */
type PartState = 'ok' | 'down' | 'late' | 'low';

/** The state of each part; `migrations` says whether the tables are those that this build needs. */
export type Health = Record<'database' | 'storage' | 'migrations' | 'jobs' | 'disk', PartState>;

/** What an operator reads: `lowDisks` says which disks have less than the reserve. */
export type HealthReport = Health & { lowDisks?: string[] };

/** The disks of this machine that the product writes to; a folder that does not exist yet has none. */
function listDisks({ dataDir, backup }: Services['config']): [string, string][] {
  return [
    ['data', dataDir],
    // Where the embedded database may be linked to.
    ['database', path.join(dataDir, 'postgres')],
    ['temporary', tmpdir()],
    ...(backup?.target.kind === 'folder'
      ? ([['backup', backup.target.path]] as [string, string][])
      : []),
  ];
}

async function findLowDisks(config: Services['config']): Promise<string[]> {
  const names = listDisks(config).map(async ([name, folder]) => {
    const disk = await statfs(folder).catch(() => null);
    // Some network disks do not report their size.
    if (!disk || disk.blocks === 0) return [];
    // A folder for temporary files in memory may be smaller than the reserve.
    const reserve =
      name === 'temporary'
        ? Math.min(config.diskReserve, disk.blocks * disk.bsize * TEMPORARY_SHARE)
        : config.diskReserve;
    const isLow = disk.bavail * disk.bsize <= reserve;
    return isLow ? [name] : [];
  });
  return (await Promise.all(names)).flat();
}

type Dependencies = Pick<Services, 'config' | 'pool' | 'storage' | 'jobs'>;

/** Creates the check of everything that the product depends on. A part that is silent for three seconds is down. */
export function createHealthCheck({
  config,
  pool,
  storage,
  jobs,
}: Dependencies): () => Promise<HealthReport> {
  const checkJobs = shareFor(JOBS_SHARED_MS, () =>
    stateOf(async () => {
      const schedules = await jobs.readSchedules();
      return schedules.some(({ isLate }) => isLate) ? 'late' : 'ok';
    }),
  );
  return shareFor(SHARED_MS, async () => {
    let lowDisks: string[] = [];
    const [database, stored, migrations, jobState, disk] = await Promise.all([
      stateOf(() => pool.query('select 1').then(() => 'ok')),
      stateOf(() => storage.exists('checks/health').then(() => 'ok')),
      stateOf(async () => ((await isMigrated(pool)) ? 'ok' : 'down')),
      checkJobs(),
      stateOf(async () => {
        lowDisks = await findLowDisks(config);
        return lowDisks.length > 0 ? 'low' : 'ok';
      }),
    ]);
    const health = { database, storage: stored, migrations, jobs: jobState, disk };
    return lowDisks.length > 0 ? { ...health, lowDisks } : health;
  });
}

/**
 * `/health/live` is 200 while the process answers: whoever restarts processes asks it, because a restart
 * does not bring a database back. `/health/ready`, and `/health` for those that know only it, are 503
 * while no request would succeed.
 */
export function healthRoutes(checkHealth: () => Promise<HealthReport>) {
  const routes = new Hono().get('/health/live', (c) => c.json({ process: 'ok' }));
  return routes.on('GET', ['/health', '/health/ready'], async (c) => {
    const health = await checkHealth();
    return c.json(health, [health.database, health.migrations].includes('down') ? 503 : 200);
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
