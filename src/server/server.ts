import { once } from 'node:events';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { setPayoutRequirement } from '#src/features/money/payees/server/payout-requirement.ts';
import type { Config } from '#src/platform/config/config.ts';
import { tuneMemory } from '#src/platform/config/memory.ts';
import { prepareDataFolder } from '#src/platform/config/private-folders.ts';
import { migrateDatabase, openDatabase, SERVER_TIMEOUTS } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { openReplicas } from '#src/platform/database/replicas.ts';
import {
  checkSettings,
  requireDirect,
  requireNamedStatements,
} from '#src/platform/database/session-checks.ts';
import { createSlowStatements } from '#src/platform/database/slow-statements.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { installJobs, openJobs } from '#src/platform/jobs/jobs.ts';
import { createLog, type Log } from '#src/platform/log/log.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { startTracing } from '#src/platform/tracing/start-tracing.ts';
import { createApp } from './app.ts';
import { callFromPages } from './outages.ts';
import { openPages } from './pages.ts';
import { QUEUES } from './queues.ts';
import { createServices, type Services } from './services.ts';
import { startWorker } from './worker.ts';

export type OpenStorage = (config: Config) => Promise<Storage>;
type StartOptions = {
  prepare?: (services: Services) => Promise<void>;
  openStorage?: OpenStorage | undefined;
  /** Resolves when the pages are there, for a start that builds them meanwhile. */
  pagesBuilt?: Promise<void> | undefined;
  /** Ends a start before its next step: what it has started is stopped, and it rejects. */
  signal?: AbortSignal | undefined;
};
export type RunningServer = { services: Services; url: string; stop(): Promise<void> };

/**
 * Starts the product: database, migrations, then HTTP on `config.host` and `config.port`.
 * `prepare` runs on the migrated database before the first request is served.
 */
export async function startServer(
  config: Config,
  { prepare, openStorage, pagesBuilt = Promise.resolve(), signal }: StartOptions = {},
): Promise<RunningServer> {
  const log = createLog(config);
  // Steps in reverse order when the server stops or fails to start.
  const cleanup: (() => Promise<unknown>)[] = [];
  const stop = () => runCleanup(cleanup, log);
  try {
    const services = await openServices(config, log, cleanup, { openStorage, signal });
    await prepare?.(services);
    signal?.throwIfAborted();
    await setPublicationRule(services.db, {
      requiresConsents: config.requireConsents,
      requiresAgreements: config.requireAgreements,
      requiresReviews: config.requireReview,
      sampledPercent: config.reviewSample,
    });
    await setPayoutRequirement(services.db, {
      requiresTaxDetails: config.tax.requireTaxDetails,
    });
    signal?.throwIfAborted();
    await Promise.race([pagesBuilt, ...(signal ? [once(signal, 'abort')] : [])]);
    signal?.throwIfAborted();
    const pages = await openPages(config);
    cleanup.push(pages.close);
    const app = createApp(services, pages);
    // Server rendering calls the API in-process, see client.ts.
    Object.assign(globalThis, { velvetRopeApi: callFromPages(app.request.bind(app)) });
    const server = await listen({ ...config, fetch: app.fetch, shortcut: app.shortcut });
    // The jobs and the pages start while the first requests are answered; a page waits for the pages.
    const jobs = startJobs(services, cleanup);
    cleanup.push(() => close(server));
    // Stopped first: the streams of live events would keep the server open.
    cleanup.push(services.live.stop);
    await jobs;
    signal?.throwIfAborted();
    await pages.load();
    signal?.throwIfAborted();
    return { services, url: config.publicUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs the steps in reverse order: one that fails must not leave the rest running, such as the database. */
export async function runCleanup(cleanup: (() => Promise<unknown>)[], log: Log): Promise<void> {
  for (const step of cleanup.splice(0).toReversed()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop'));
  }
}

/** Starts the jobs. On each machine one process runs them, so that no machine processes two videos at once. */
async function startJobs(services: Services, cleanup: (() => Promise<unknown>)[]): Promise<void> {
  if ((services.config.worker ?? 1) !== 1) return;
  const worker = startWorker(services);
  const stopWorker = worker.then(
    (running) => running.stop,
    () => async () => {},
  );
  cleanup.push(async () => (await stopWorker)());
  await worker;
}

/**
 * Connections that stay open without requests: a new one has to start a process of the database and to
 * plan each statement again, so that the first requests after a pause would be slow.
 */
const WARM_CONNECTIONS = 4;

/** Opens the services of the features and adds the steps that close them, in reverse order, to `cleanup`. */
export async function openServices(
  config: Config,
  log: Log,
  cleanup: (() => Promise<unknown>)[],
  { openStorage: open = openStorage, signal }: Pick<StartOptions, 'openStorage' | 'signal'> = {},
): Promise<Services> {
  tuneMemory();
  prepareDataFolder(config.dataDir, log);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, { log, cleanup, signal }));
  const onError = (error: Error) => log.error({ err: error }, 'a database connection was ended');
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  signal?.throwIfAborted();
  await prepareDatabase(directUrl, log);
  signal?.throwIfAborted();
  const tracing = config.exportTraces ? await startTracing() : null;
  if (tracing) cleanup.push(tracing.stop);
  const slowStatements =
    config.slowQueryMs === undefined ? null : createSlowStatements(config.slowQueryMs, log);
  const observers = [slowStatements?.observe, tracing?.observeStatement].filter((each) => !!each);
  const statements = { namesStatements: config.namesStatements, observers };
  const { db, pool } = openDatabase(databaseUrl, {
    ...statements,
    min: WARM_CONNECTIONS,
    timeouts: SERVER_TIMEOUTS,
    onError,
  });
  cleanup.push(() => pool.end());
  await checkSettings(pool, log);
  if (config.namesStatements) await requireNamedStatements(pool);
  const replicas = openReplicas(pool, { ...statements, urls: config.databaseReplicaUrls, log });
  cleanup.push(replicas.stop);
  const jobs = await openJobs(pool, log);
  cleanup.push(jobs.stop);
  const opened = await open(config);
  const storage = tracing ? tracing.traceStorage(opened) : opened;
  return createServices({
    config,
    log,
    db,
    pool,
    replicas,
    directUrl,
    jobs,
    storage,
    slowStatements,
  });
}

type DatabaseOptions = {
  log: Log;
  cleanup: (() => Promise<unknown>)[];
  signal: AbortSignal | undefined;
};

/** Starts the embedded database, which this process owns. @returns its address */
async function startDatabase(
  { dataDir }: Config,
  { log, cleanup, signal }: DatabaseOptions,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, owned: true, signal });
  cleanup.push(postgres.stop);
  return postgres.url;
}

/** Migrates the tables and the queues, past a pooler: locks and settings belong to a session. */
async function prepareDatabase(directUrl: string, log: Log): Promise<void> {
  const { pool } = openDatabase(directUrl, { max: 2, timeouts: SERVER_TIMEOUTS });
  try {
    await requireDirect(pool);
    await migrateDatabase(pool);
    await installJobs(pool, log, QUEUES);
  } finally {
    await pool.end();
  }
}
