import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  ensureCluster,
  findServerUser,
  hasCode,
  isAlive,
  type Log,
  prepareBinaries,
  resolveCluster,
  serverEnv,
  type ServerUser,
} from './embedded-postgres-files.ts';

const DATABASE = 'velvet_rope';
const PORT = 5432; // Only part of the socket name; nothing listens on the network.
const START_TIMEOUT_MS = 120_000; // The server may have to recover from a crash first.
const STOP_TIMEOUT_MS = 60_000;
const SOCKET_PATH_LIMIT = 103;
const LOG_LIMIT_BYTES = 10_000_000;
const USERS_LOCK = 7_316_402; // Shared lock held by each Node process that uses the server.

interface Installation {
  native: string;
  cluster: string;
  user: ServerUser | undefined;
  logFile: string;
  settings: string[];
  name: string; // Differs for other binaries or settings.
}

interface Postmaster {
  pid: number;
  socketDir: string;
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the npm package on `<dataDir>/postgres`, or joins a server that already
 * runs there. The url is that of the database `velvet_rope` over a private Unix socket. `stop` ends
 * the server unless another process uses it. If a process is killed before `stop`, the server keeps
 * running for the next process. `durable: false` trades crash safety for speed in tests.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
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
  const installation: Installation = { native, cluster, user, logFile, settings, name };
  const { client, socketDir } = await startOrJoin(installation);
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(socketDir, DATABASE),
    stop: () => (stopped ??= disconnect(installation, client)),
  };
}

function settingsFor(durable: boolean) {
  const settings = ['max_connections=200', 'shared_buffers=256MB', 'timezone=UTC'];
  settings.push('log_timezone=UTC', 'log_checkpoints=off', 'random_page_cost=1.1');
  settings.push(`port=${PORT}`, 'listen_addresses=', 'unix_socket_permissions=0700');
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  return settings;
}

// When processes start concurrently, PostgreSQL's pid file lets one win, and the others join it.
async function startOrJoin(installation: Installation) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let launched: Launch | undefined;
  let cause: unknown;
  let retries = 50;
  while (Date.now() < deadline) {
    const server = await findPostmaster(installation.cluster);
    if (server) {
      if (server.pid !== launched?.child.pid) launched = undefined;
      try {
        const client = await joinServer(installation, server);
        if (client) return { client, socketDir: server.socketDir };
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
  throw new Error(`PostgreSQL did not answer in time.\n${await readLog(installation)}`, { cause });
}

interface Launch {
  child: ChildProcess;
  logStart: number;
  failure?: Error;
}

async function launch(installation: Installation): Promise<Launch> {
  const { native, cluster, user, settings, name } = installation;
  await replaceDeadPid(cluster);
  const socketDir = await chooseSocketDir(installation);
  const all = [...settings, `unix_socket_directories=${socketDir}`, `cluster_name=${name}`];
  const log = await open(installation.logFile, 'a', 0o600);
  try {
    const { size } = await log.stat();
    if (size > LOG_LIMIT_BYTES) await log.truncate();
    // Detached, so that Ctrl-C does not stop the database before running requests end.
    const child = spawn(
      join(native, 'bin/postgres'),
      ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])],
      { cwd: '/', env: serverEnv, detached: true, stdio: ['ignore', log.fd, log.fd], ...user },
    );
    const launched: Launch = { child, logStart: size > LOG_LIMIT_BYTES ? 0 : size };
    child.on('error', (error) => (launched.failure = error));
    child.unref();
    return launched;
  } finally {
    await log.close();
  }
}

// The data folder is private to the server's account, so a socket in it needs no password.
async function chooseSocketDir({ cluster, user }: Installation) {
  const fits = Buffer.byteLength(join(cluster, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT;
  if (fits && !/[,"]/.test(cluster)) return cluster;
  const directory = await mkdtemp('/tmp/velvet-rope-');
  if (user) await chown(directory, user.uid, user.gid);
  return directory;
}

// Stops an orphaned server with other binaries or settings and returns undefined.
async function joinServer(installation: Installation, server: Postmaster) {
  const client = await connect(server);
  const lockAsUser = () => client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  try {
    await lockAsUser();
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
    if (rows[0]?.cluster_name !== installation.name) {
      if (await isLastUser(client)) {
        await stopServer(installation, server);
        await client.end();
        return undefined;
      }
      await lockAsUser();
    }
    await ensureDatabase(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(server: Postmaster) {
  const client = new pg.Client({ connectionString: urlOf(server.socketDir, 'postgres') });
  client.on('error', () => {}); // This connection matters only in `stop`.
  await client.connect();
  return client;
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

async function disconnect(installation: Installation, client: pg.Client) {
  const server = await findPostmaster(installation.cluster);
  if (server && (await isLastUser(client).catch(() => true)))
    await stopServer(installation, server);
  await client.end();
}

async function stopServer(installation: Installation, { pid, socketDir }: Postmaster) {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostmaster(pid, installation.cluster)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
    await sleep(5);
  }
  if (socketDir !== installation.cluster) await rm(socketDir, { recursive: true, force: true });
}

async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , , socketDir = ''] = text.split('\n');
  if (!/^\d+$/.test(pid)) return undefined;
  if (await isPostmaster(Number(pid), cluster)) return { pid: Number(pid), socketDir };
  return undefined;
}

// The process id of a dead server may now belong to another process, which would prevent the start.
// PostgreSQL ignores the id of its parent process, and needs the rest of the file to find survivors.
async function replaceDeadPid(cluster: string) {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = parseInt(text);
  if (pid && isAlive(pid)) await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  await rm(join(cluster, `.s.PGSQL.${PORT}.lock`), { force: true });
}

async function isPostmaster(pid: number, cluster: string) {
  const command = await readCommand(pid);
  if (basename(command[0] ?? '') !== 'postgres') return false;
  const option = command.indexOf('-D');
  return option === -1 || command[option + 1] === cluster;
}

async function readCommand(pid: number) {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const ps = promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]);
  return [(await ps.catch(() => ({ stdout: '' }))).stdout.trim()];
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null;
}

async function readLog(installation: Installation, start = 0) {
  const text = (await readFile(installation.logFile)).subarray(start).toString();
  return text.trimEnd().split('\n').slice(-20).join('\n');
}

function urlOf(socketDir: string, database: string) {
  const host = encodeURIComponent(socketDir);
  return `postgresql://postgres@localhost:${PORT}/${database}?host=${host}`;
}
