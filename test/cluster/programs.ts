import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
const START_LIMIT_MS = 60_000;

/** Finds a program of the system. */
export function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => path.join(folder, name)).find(existsSync) ?? null;
}

/** Whether tests with these programs can run. */
export function hasPrograms(names: string[], packages: string): boolean {
  if (names.every(findProgram)) return true;
  process.stderr.write(
    `\n⚠ SKIPPED: tests that need ${names.join(', ')}: apt-get install ${packages}\n\n`,
  );
  return false;
}

/** The account for programs that refuse to run as root: that of the databases. */
export function findAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) => accounts.filter(([a]) => a === name))[0];
  if (!account) throw new Error('there is neither a "postgres" nor a "nobody" account');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** A folder for a program that runs with that account. */
export function createFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `velvet-rope-${name}-`));
  const account = findAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export type Program = {
  /** Ends it and all processes that it has started, as when its machine loses power. */
  kill: () => Promise<void>;
};

/** Starts a program, which ends with this process, and waits until it listens on a port. */
export async function startProgram(
  command: string,
  args: string[],
  { port, ...options }: { port: number } & SpawnOptions,
): Promise<Program> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', process.env.CLUSTER_LOG ? 'inherit' : 'ignore'],
    detached: true,
    ...options,
  });
  // With the processes that it has started: the workers of nginx outlive a master that is killed.
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All have ended already.
    }
  };
  process.once('exit', end);
  const kill = async () => {
    process.off('exit', end);
    end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await kill();
      throw new Error(`${command} did not start`);
    }
    await wait(20);
  }
  return { kill };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Runs a command. @throws Error with its output when it fails */
export function runCommand(command: string, args: string[]): void {
  const account = findAccount();
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...account,
  });
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}${stdout.toString()}`);
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
