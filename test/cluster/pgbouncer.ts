import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../scripts/product.ts';
import { readDeployFile, replaceAll } from './deploy-files.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

const PASSWORD = 'a-password';

/** PgBouncer knows the names of statements since 1.21. */
function knowsStatements(program: string): boolean {
  const output = spawnSync(program, ['--version']).stdout.toString();
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export type PgBouncer = {
  url: string;
  /** The settings of a product that uses it. */
  env: Record<string, string>;
  stop: () => Promise<void>;
};

/** The settings of deploy/pgbouncer.ini for this database. */
function readSettings(target: URL, port: number, users: string, isRecent: boolean): string {
  const host = target.searchParams.get('host') ?? target.hostname;
  const name = target.pathname.slice(1);
  return replaceAll(readDeployFile('pgbouncer.ini'), [
    ['velvet_rope = host=10.0.0.5 port=5432', `${name} = host=${host} port=${target.port || 5432}`],
    ['dbname=velvet_rope', `dbname=${name}`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', users],
    // Fewer than a process of the product wants, so that sessions change hands.
    ['default_pool_size = 40', 'default_pool_size = 6'],
    ...(isRecent ? [] : [['max_prepared_statements = 400', ''] satisfies [string, string]]),
  ]);
}

/** Starts PgBouncer before a database, as deploy/pgbouncer.ini sets it up. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = findProgram('pgbouncer')!;
  const folder = createFolder('pgbouncer');
  const port = await findFreePort();
  const target = new URL(databaseUrl.replace('@/', '@localhost/'));
  const isRecent = knowsStatements(program);
  const [users, file] = ['users', 'pgbouncer.ini'].map((name) => path.join(folder, name));
  writeFileSync(users!, `"${target.username}" "${PASSWORD}"\n`);
  writeFileSync(file!, readSettings(target, port, users!, isRecent));
  chmodSync(folder, 0o755);
  const { kill } = await startProgram(program, [file!], { port, ...findAccount() });
  return {
    url: `postgres://${target.username}:${PASSWORD}@127.0.0.1:${port}${target.pathname}`,
    env: { DATABASE_NAMED_STATEMENTS: String(isRecent) },
    async stop() {
      await kill();
      removeFolder(folder);
    },
  };
}
