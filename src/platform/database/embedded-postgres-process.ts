import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode, isAlive, serverEnv, type ServerUser } from './embedded-postgres-files.ts';

/** Only part of the socket name; nothing listens on the network. */
export const PORT = 5432;
const SOCKET_PATH_LIMIT = 103;
const LOG_LIMIT_BYTES = 10_000_000;

/** What a server is started from. */
export interface Installation {
  dataDir: string;
  native: string;
  cluster: string;
  user: ServerUser | undefined;
  logFile: string;
  settings: string[];
  name: string; // Differs for other binaries or settings.
}

/** A running server. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

/** A server that this process has started. */
export interface Launch {
  child: ChildProcess;
  logStart: number;
  failure?: Error;
}

/** Starts a server, which may not answer yet. */
export async function launch(installation: Installation): Promise<Launch> {
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
  // The same again after a restart, because the address of the server contains it.
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const directory = `/tmp/velvet-rope-${hash}`;
  const owner = user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  try {
    await mkdir(directory, { mode: 0o700 });
    await chown(directory, owner.uid, owner.gid);
    return directory;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const found = await lstat(directory);
  if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0)
    return directory;
  // Another user has created it to receive our connections.
  const other = await mkdtemp(`${directory}-`);
  await chown(other, owner.uid, owner.gid);
  return other;
}

/** Finds the server that runs on a folder of database files. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
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

/** Whether a process is the server of a folder of database files. */
export async function isPostmaster(pid: number, cluster: string) {
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

/** Whether a child process has ended. */
export function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Reads the last lines of the log of the server, from a position on. */
export async function readLog(installation: Installation, start = 0) {
  const text = (await readFile(installation.logFile)).subarray(start).toString();
  return text.trimEnd().split('\n').slice(-20).join('\n');
}
