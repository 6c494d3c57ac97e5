import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/product.ts';
import {
  createFolder,
  findAccount,
  removeFolder,
  runCommand,
  startProgram,
  type Program,
} from './programs.ts';

const READY_LIMIT_MS = 60_000;
const VERSIONS = '/usr/lib/postgresql';
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'max_connections=200',
  // Nothing but processes is killed.
  'fsync=off',
  'wal_keep_size=1GB',
];

/** The programs of the newest PostgreSQL of the system; null without one. */
export function findPostgres(): string | null {
  try {
    const newest = readdirSync(VERSIONS).toSorted((one, other) => Number(other) - Number(one))[0];
    return newest === undefined ? null : path.join(VERSIONS, newest, 'bin');
  } catch {
    return null;
  }
}

/** A server of the system's PostgreSQL. */
export type PostgresServer = {
  port: number;
  url: (database: string) => string;
  /** Runs a statement. @throws Error when it fails */
  run: (statement: string) => Promise<Record<string, unknown>[]>;
  /** Ends all of its processes, as when its machine loses power. */
  kill: () => Promise<void>;
  /** Makes a replica the primary. */
  promote: () => void;
  remove: () => Promise<void>;
};

async function start(folder: string): Promise<PostgresServer> {
  const bin = findPostgres()!;
  const port = await findFreePort();
  const all = [...SETTINGS, `port=${port}`];
  const server: Program = await startProgram(
    path.join(bin, 'postgres'),
    ['-D', folder, ...all.flatMap((setting) => ['-c', setting])],
    { port, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...findAccount() },
  );
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  async function run(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url('postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }
  // It listens before it is ready.
  const deadline = Date.now() + READY_LIMIT_MS;
  while (
    !(await run('select').then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not become ready');
    await wait(50);
  }
  return {
    port,
    url,
    run,
    kill: server.kill,
    promote: () => runCommand(path.join(bin, 'pg_ctl'), ['promote', '-D', folder, '-w']),
    async remove() {
      await server.kill();
      removeFolder(folder);
    },
  };
}

/** Starts an empty server. */
export async function startPrimary(): Promise<PostgresServer> {
  const folder = createFolder('primary');
  const flags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  runCommand(path.join(findPostgres()!, 'initdb'), ['-D', folder, ...flags]);
  return start(folder);
}

/** Starts a streaming replica, for which every commit of the primary waits. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const folder = createFolder('replica');
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  const flags = ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-N'];
  runCommand(path.join(findPostgres()!, 'pg_basebackup'), [...source, ...flags]);
  const replica = await start(folder);
  await primary.run(`alter system set synchronous_standby_names = '*'`);
  await primary.run('select pg_reload_conf()');
  return replica;
}
