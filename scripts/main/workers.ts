import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '#src/platform/config/config.ts';
import { createLog, type Log } from '#src/platform/log/log.ts';
import { serveWorkerMetrics } from '#src/server/monitoring/worker-metrics.ts';
import { openServices, runCleanup, type RunningServer } from '#src/server/server.ts';
import type { Services } from '#src/server/services.ts';
import { builtEntry, type Entry } from '../build.ts';

/** Longer than a worker needs: requests get five seconds to end, and jobs ten. */
const STOP_LIMIT_MS = 25_000;
/** A worker that ends at once is replaced more and more slowly. */
const REPLACE_MS = { first: 250, most: 10_000 };
/** After this long a worker counts as sound. */
const SOUND_MS = 60_000;

type Options = {
  entry: Entry;
  prepare: (services: Services) => Promise<void>;
  /** Ends the start. */
  signal: AbortSignal;
};

/**
 * Starts `config.workers` processes that serve the same port, and replaces those that end. This process
 * owns the embedded database and migrates; it serves nothing itself. The first worker runs the jobs.
 */
export async function startWorkers(
  config: Config,
  { entry, prepare, signal }: Options,
): Promise<Pick<RunningServer, 'url' | 'stop'>> {
  const log = createLog(config);
  const cleanup: (() => Promise<unknown>)[] = [];
  const close = () => runCleanup(cleanup, log);
  try {
    const services = await openServices(config, log, cleanup, { signal });
    await prepare(services);
    signal.throwIfAborted();
    const workers = superviseWorkers(config, entry, services);
    cleanup.push(workers.stop);
    await workers.serving;
    return { url: config.publicUrl, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function superviseWorkers(
  { workers: count }: Config,
  entry: Entry,
  { log, pool, directUrl }: Pick<Services, 'log' | 'pool' | 'directUrl'>,
) {
  // The system hands out connections. Node would hand some to a worker that has just died, where they
  // would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(builtEntry(entry)), args: [] });
  const metrics = serveWorkerMetrics();
  const stopping = new AbortController();
  const startWorker = (number: number): Worker =>
    cluster.fork({
      WORKER_NUMBER: number,
      // Also those of an embedded database.
      DATABASE_URL: pool.options.connectionString,
      DATABASE_DIRECT_URL: directUrl,
    });

  /** Replaces a worker whenever it ends. */
  async function supervise(number: number, first: Worker): Promise<void> {
    let worker = first;
    for (let failures = 0; ; failures++) {
      const started = performance.now();
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      if (stopping.signal.aborted) return;
      if (performance.now() - started > SOUND_MS) failures = 0;
      metrics.countEndedWorker();
      log.error({ worker: number, code, signal }, 'a worker ended and is replaced');
      const delay = Math.min(REPLACE_MS.most, REPLACE_MS.first * 2 ** failures);
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      worker = startWorker(number);
    }
  }

  const first = Array.from({ length: count }, (_, index) => startWorker(index + 1));
  const supervised = first.map((worker, index) => supervise(index + 1, worker));
  return {
    /** Rejects if a worker ends before it serves. */
    serving: Promise.all(first.map(waitUntilServing)),
    async stop(): Promise<void> {
      stopping.abort();
      await endWorkers(log);
      await Promise.all(supervised);
    },
  };
}

async function waitUntilServing(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A worker did not start; the reason is above.');
  });
  await Promise.race([once(worker, 'listening'), ended]);
  ended.catch(() => {});
}

/** Lets all workers complete what they do, and then ends those that do not. */
async function endWorkers(log: Log): Promise<void> {
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const late = setTimeout(() => {
    for (const worker of running.filter((one) => !one.isDead())) {
      log.error({ pid: worker.process.pid }, 'a worker did not stop in time');
      worker.process.kill('SIGKILL');
    }
  }, STOP_LIMIT_MS);
  await Promise.all(
    running.map(async (worker) => {
      if (worker.isDead()) return;
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await ended;
    }),
  );
  clearTimeout(late);
}
