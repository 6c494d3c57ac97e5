import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../scripts/product.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

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

/**
 * Starts PgBouncer in transaction mode before a database, as deploy/pgbouncer.ini sets it up, with fewer
 * connections than a process of the product wants, so that sessions change hands.
 */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = findProgram('pgbouncer')!;
  const folder = createFolder('pgbouncer');
  const port = await findFreePort();
  const target = new URL(databaseUrl.replace('@/', '@localhost/'));
  const host = target.searchParams.get('host') ?? target.hostname;
  const name = target.pathname.slice(1);
  const isRecent = knowsStatements(program);
  const limits = [
    'statement_timeout = 120000',
    'lock_timeout = 30000',
    'idle_in_transaction_session_timeout = 120000',
  ];
  const connect = limits.map((limit) => `set ${limit}`).join('; ');
  writeFileSync(path.join(folder, 'users'), `"${target.username}" ""\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${host} port=${target.port || 5432} timezone=UTC connect_query='${connect}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 6
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
${isRecent ? 'max_prepared_statements = 200' : ''}
`,
  );
  chmodSync(folder, 0o755);
  const { kill } = await startProgram(program, [path.join(folder, 'pgbouncer.ini')], {
    port,
    ...findAccount(),
  });
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}/${name}`,
    env: { DATABASE_NAMED_STATEMENTS: String(isRecent) },
    async stop() {
      await kill();
      removeFolder(folder);
    },
  };
}
