import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  ensureCluster,
  findServerUser,
  hasCode,
  type Log,
  prepareBinaries,
  resolveCluster,
} from './embedded-postgres-files.ts';
import {
  findPostmaster,
  hasEnded,
  type Installation,
  isPostmaster,
  launch,
  type Launch,
  PORT,
  type Postmaster,
  readLog,
} from './embedded-postgres-process.ts';

const DATABASE = 'velvet_rope';
const START_TIMEOUT_MS = 120_000; // The server may have to recover from a crash first.
const STOP_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 15_000;
const USERS_LOCK = 7_316_402; // Shared lock held by each Node process that uses the server.
/** A server that ends again and again is started more and more slowly. */
const RESTART_MS = { first: 100, most: 30_000 };
/** After this long a server counts as sound. */
const SOUND_MS = 60_000;

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

type Options = {
  dataDir: string;
  log: Log;
  durable?: boolean;
  /** For the product: the server is started again whenever it ends, and `stop` ends it in any case. */
  owned?: boolean;
  /** Ends a start that waits for the server. */
  signal?: AbortSignal | undefined;
};

/**
 * Starts the PostgreSQL of the npm package on `<dataDir>/postgres`, or joins a server that already
 * runs there. The url is that of the database `velvet_rope` over a private Unix socket. `stop` ends
 * the server unless another process uses it, which ends it then; a server that was only joined, and
 * whose owner still uses it or was killed, is left alone. `durable: false` trades crash safety for
 * speed in tests.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, owned = false } = options;
  const installation = await install(options);
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])]);
  const session = await startOrJoin(installation, { owned, signal });
  if (owned) await rm(releasedFile(installation), { force: true });
  const running = owned
    ? keepRunning(installation, session, { stopping: stopping.signal, log })
    : null;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await running;
    await disconnect(installation, session, owned);
  };
  return { url: urlOf(session.socketDir, DATABASE), stop: () => (stopped ??= stop()) };
}

async function install({ log, durable = true, ...options }: Options): Promise<Installation> {
  await mkdir(resolve(options.dataDir), { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const user = await findServerUser(dataDir);
  const native = await prepareBinaries(user, dataDir, log);
  const cluster = await resolveCluster(user, dataDir, log);
  await ensureCluster({ native, cluster, user }, { durable, log });
  const settings = settingsFor(durable);
  const { ino, mtimeMs } = await stat(join(native, 'bin/postgres'));
  const fingerprint = createHash('sha256').update(JSON.stringify([native, ino, mtimeMs, settings]));
  const name = `velvet-rope-${fingerprint.digest('hex').slice(0, 12)}`;
  const logFile = join(dataDir, 'postgres.log');
  return { dataDir, native, cluster, user, logFile, settings, name };
}

function settingsFor(durable: boolean) {
  const settings = ['max_connections=200', 'shared_buffers=256MB', 'timezone=UTC'];
  settings.push('log_timezone=UTC', 'log_checkpoints=off', 'random_page_cost=1.1');
  settings.push(`port=${PORT}`, 'listen_addresses=', 'unix_socket_permissions=0700');
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  return settings;
}

/** The connection that says that this process uses the server. */
interface Session {
  client: pg.Client;
  /** Resolves when the connection has ended. */
  lost: Promise<unknown>;
  socketDir: string;
  /** Process id of the server if this process has started it. */
  launchedPid: number | undefined;
}

type JoinOptions = { owned: boolean; signal: AbortSignal };

// When processes start concurrently, PostgreSQL's pid file lets one win, and the others join it.
async function startOrJoin(installation: Installation, options: JoinOptions): Promise<Session> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let launched: Launch | undefined;
  let cause: unknown;
  let retries = 50;
  while (Date.now() < deadline && !options.signal.aborted) {
    const server = await findPostmaster(installation.cluster);
    if (server) {
      if (server.pid !== launched?.child.pid) launched = undefined;
      try {
        const joined = await joinServer(installation, server, options);
        if (joined) return { ...joined, launchedPid: launched?.child.pid };
      } catch (error) {
        cause = error;
      }
    } else if (!launched) {
      launched = await launch(installation);
    } else if (launched.failure || hasEnded(launched.child)) {
      const log = await readLog(installation, launched.logStart);
      if (retries-- === 0 || !/shared memory block|lock file/.test(log)) {
        throw new Error(`PostgreSQL did not start.\n${log}`, { cause: launched.failure });
      }
      // Another start is in progress, or child processes of a killed server are still running.
      launched = undefined;
      await sleep(100);
    }
    await sleep(5);
  }
  if (launched) await endLaunch(launched);
  throw new Error(`PostgreSQL did not answer in time.\n${await readLog(installation)}`, { cause });
}

/** Ends a server that nobody has joined, so that none outlives a start that was stopped. */
async function endLaunch({ child }: Launch): Promise<void> {
  child.kill('SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (!hasEnded(child) && Date.now() < deadline) await sleep(5);
}

/** Joins the server again, and starts it if it has ended, until the process stops. */
async function keepRunning(
  installation: Installation,
  session: Session,
  { stopping, log }: { stopping: AbortSignal; log: Log },
): Promise<void> {
  const aborted = new Promise((done) => stopping.addEventListener('abort', done, { once: true }));
  let joinedAt = performance.now();
  for (let failures = 0; ; failures++) {
    await Promise.race([session.lost, aborted]);
    if (stopping.aborted) return;
    if (performance.now() - joinedAt > SOUND_MS) failures = 0;
    const delay = Math.min(RESTART_MS.most, RESTART_MS.first * 2 ** failures);
    await sleep(delay, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
    try {
      Object.assign(session, await startOrJoin(installation, { owned: true, signal: stopping }));
      joinedAt = performance.now();
      log.warn({}, 'the embedded PostgreSQL had ended and runs again');
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'the embedded PostgreSQL does not run');
    }
  }
}

// The product stops an orphaned server with other binaries or settings and returns undefined.
async function joinServer(
  installation: Installation,
  server: Postmaster,
  { owned }: Pick<JoinOptions, 'owned'>,
) {
  const { client, lost } = await connect(server);
  const lockAsUser = () => client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  try {
    await lockAsUser();
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
    if (owned && rows[0]?.cluster_name !== installation.name) {
      if (await isLastUser(client)) {
        await stopServer(installation, server);
        await client.end();
        return undefined;
      }
      await lockAsUser();
    }
    await ensureDatabase(client);
    return { client, lost, socketDir: server.socketDir };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(server: Postmaster) {
  const client = new pg.Client({
    connectionString: urlOf(server.socketDir, 'postgres'),
    application_name: 'velvet-rope-keeper',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // The end follows.
  const lost = new Promise((done) => client.once('end', done));
  await client.connect();
  return { client, lost };
}

async function isLastUser(client: pg.Client) {
  await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
  const sql = 'select pg_try_advisory_lock($1) as last';
  const { rows } = await client.query<{ last: boolean }>(sql, [USERS_LOCK]);
  return rows[0]?.last === true;
}

async function ensureDatabase(client: pg.Client) {
  const sql = 'select 1 from pg_database where datname = $1';
  if ((await client.query(sql, [DATABASE])).rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: unknown) => {
    if (!hasCode(error, '42P04', '23505')) throw error;
  });
}

/** Names the process id of a server that the process that may stop it has left to the others. */
const releasedFile = ({ dataDir }: Installation) => join(dataDir, 'postgres.released');

async function disconnect(installation: Installation, session: Session, owned: boolean) {
  const server = await findPostmaster(installation.cluster);
  const released = await readFile(releasedFile(installation), 'utf8').catch(() => '');
  const pid = server?.pid;
  const mayStop = owned || pid === session.launchedPid || String(pid) === released;
  if (server && mayStop) {
    const isLast = await isLastUser(session.client).catch(() => isLastOnNewConnection(server));
    // Without an answer the server is starting: only its owner knows that nobody else needs it.
    if (isLast ?? owned) await stopServer(installation, server);
    else await writeFile(releasedFile(installation), String(pid), { mode: 0o600 });
  }
  await session.client.end();
}

/** For a process whose connection was lost. @returns null when the server does not answer */
async function isLastOnNewConnection(server: Postmaster): Promise<boolean | null> {
  try {
    const { client } = await connect(server);
    try {
      return await isLastUser(client);
    } finally {
      await client.end();
    }
  } catch {
    return null;
  }
}

async function stopServer(installation: Installation, { pid, socketDir }: Postmaster) {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostmaster(pid, installation.cluster)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
    await sleep(5);
  }
  await rm(releasedFile(installation), { force: true });
  if (socketDir !== installation.cluster) await rm(socketDir, { recursive: true, force: true });
}

function urlOf(socketDir: string, database: string) {
  const host = encodeURIComponent(socketDir);
  return `postgresql://postgres@localhost:${PORT}/${database}?host=${host}`;
}
