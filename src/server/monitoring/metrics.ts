import { statfs } from 'node:fs/promises';
import type { Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DomainError } from '#src/lib/problem.ts';
import { readBackupStates } from '#src/platform/backup/backup-runs.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { readJobsState, readQueues } from '#src/platform/jobs/jobs-state.ts';
import type { Services } from '#src/server/services.ts';
import type { HealthReport } from './health.ts';
import { createCollectMetrics } from './worker-metrics.ts';

type Dependencies = Pick<Services, 'config' | 'pool' | 'db' | 'jobs' | 'slowStatements'> & {
  checkHealth: () => Promise<HealthReport>;
};

/** Seconds; a page takes milliseconds, and an upload or an export minutes. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

type Metrics = {
  /** Measures every request until its response begins. Mounted first. */
  measure: MiddlewareHandler<RequestEnv>;
  /** Measures an answer that was given before the HTTP app, as the app would. */
  measureShortcut: (status: number, seconds: number) => void;
  /** Responds with the metrics in the text format of Prometheus to who has the token. */
  serve: Handler<RequestEnv>;
};

/** The metrics of all workers of this machine; null without a token. Names of routes and queues are their only labels: no ids, no people. */
export function createMetrics(dependencies: Dependencies): Metrics | null {
  const token = dependencies.config.metricsToken;
  if (!token) return null;
  const register = new Registry();
  const { worker } = dependencies.config;
  // The figures of a process are of no use as a sum.
  collectDefaultMetrics({ register, ...(worker && { labels: { worker } }) });
  const requests = new Histogram({
    name: 'velvet_rope_request_duration_seconds',
    help: 'Time until the response of a request begins',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [register],
  });
  observeHealth(register, dependencies);
  observeDatabase(register, dependencies);
  observeJobs(register, dependencies);
  observeDisk(register, dependencies);
  const collectMetrics = createCollectMetrics(register);
  observeBackups(register, dependencies);
  return {
    async measure(c, next) {
      const stop = requests.startTimer();
      await next();
      const { method, path } = matchedRoutes(c)[c.req.routeIndex]!;
      stop({
        // A route for every method would let clients invent labels.
        method: method === 'ALL' ? 'any' : method,
        route: path,
        status: classOf(c.res.status),
      });
    },
    measureShortcut(status, seconds) {
      requests.observe({ method: 'any', route: '/*', status: classOf(status) }, seconds);
    },
    async serve(c) {
      const given = Buffer.from(c.req.header('authorization') ?? '');
      if (!isEqualInConstantTime(given, Buffer.from(`Bearer ${token}`))) {
        throw new DomainError('not-found');
      }
      return c.body(await collectMetrics(), 200, { 'content-type': register.contentType });
    },
  };
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

function observeHealth(register: Registry, { checkHealth }: Dependencies): void {
  const up = new Gauge({
    name: 'velvet_rope_up',
    help: 'Whether a part is as it should be: 1 or 0',
    labelNames: ['part'],
    aggregator: 'min',
    registers: [register],
    async collect() {
      const { lowDisks: _, ...parts } = await checkHealth();
      for (const [part, state] of Object.entries(parts)) {
        up.set({ part }, state === 'ok' ? 1 : 0);
      }
    },
  });
}

function observeDatabase(register: Registry, { pool, slowStatements }: Dependencies): void {
  const connections = new Gauge({
    name: 'velvet_rope_database_connections',
    help: 'Connections of this machine to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const slow = new Counter({
    name: 'velvet_rope_slow_statements_total',
    help: 'Statements of this process that took longer than SLOW_QUERY_MS',
    registers: [register],
    collect() {
      slow.reset();
      slow.inc(slowStatements?.count() ?? 0);
    },
  });
}

function observeJobs(register: Registry, { pool, jobs: queues }: Dependencies): void {
  const jobs = new Gauge({
    name: 'velvet_rope_jobs',
    help: 'Background jobs of all processes by queue and state, as counted in the last quarter of a minute',
    labelNames: ['queue', 'state'],
    // Every process reads the same.
    aggregator: 'max',
    registers: [register],
    async collect() {
      jobs.reset();
      // Without a database the other metrics matter even more.
      const counted = await readQueues(pool).catch(() => []);
      for (const { queue, waiting, active, failed } of counted) {
        jobs.set({ queue, state: 'waiting' }, waiting);
        jobs.set({ queue, state: 'active' }, active);
        jobs.set({ queue, state: 'failed' }, failed);
      }
    },
  });
  const lastRun = new Gauge({
    name: 'velvet_rope_jobs_last_run_timestamp_seconds',
    help: 'When a scheduled job last completed; one runs every minute',
    aggregator: 'max',
    registers: [register],
    async collect() {
      const state = await readJobsState(pool).catch(() => null);
      if (state) lastRun.set((state.lastRunAt?.getTime() ?? 0) / 1000);
    },
  });
  const late = new Gauge({
    name: 'velvet_rope_schedule_late',
    help: 'Whether a run of a scheduled job is missing or waits for more than five minutes: 1 or 0',
    labelNames: ['schedule'],
    aggregator: 'max',
    registers: [register],
    async collect() {
      late.reset();
      const schedules = await queues.readSchedules().catch(() => []);
      for (const { name, isLate } of schedules) late.set({ schedule: name }, isLate ? 1 : 0);
    },
  });
}

function observeDisk(register: Registry, { config }: Dependencies): void {
  const free = new Gauge({
    name: 'velvet_rope_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    aggregator: 'min',
    registers: [register],
    async collect() {
      const { bavail, bsize } = await statfs(config.dataDir);
      free.set(bavail * bsize);
    },
  });
}

function observeBackups(register: Registry, { db }: Dependencies): void {
  const lastSuccess = new Gauge({
    name: 'velvet_rope_backup_last_success_timestamp_seconds',
    help: 'When the last good backup, or test restore of one, ended; 0 if there is none',
    labelNames: ['kind'],
    aggregator: 'max',
    registers: [register],
    async collect() {
      const states = await readBackupStates(db).catch(() => null);
      for (const { kind, goodAt } of Object.values(states ?? {})) {
        lastSuccess.set({ kind }, (goodAt?.getTime() ?? 0) / 1000);
      }
    },
  });
}
