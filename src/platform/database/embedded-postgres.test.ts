import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const asRoot = process.getuid?.() === 0;
let dataDir = '';
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(log: (message: string) => void = () => {}, owned = false) {
  const options = { dataDir, log: { info: log, warn() {} }, durable: false, owned };
  const server = await startEmbeddedPostgres(options);
  running.push(server);
  return server;
}

async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The query or the connection rejects.
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return Object.values(rows[0] ?? {})[0];
}

const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts another Node process that uses the database and prints its url. */
async function startElsewhere(owned = false) {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from '${module}';
    const log = { info() {}, warn() {} };
    const dataDir = process.argv[1];
    const owned = process.argv[2] === 'owned';
    const server = await startEmbeddedPostgres({ dataDir, log, durable: false, owned });
    process.once('SIGTERM', () => server.stop());
    console.log(server.url);`;
  const flags = ['--input-type=module', '-e', script, dataDir, owned ? 'owned' : ''];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await once(child, 'exit');
  };
  return { url: url.toString().trim(), end };
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('serves the product database in UTF-8 and UTC', async () => {
    const { url } = await start();
    expect(await queryValue(url, 'select current_database()')).toBe('velvet_rope');
    expect(await queryValue(url, `select upper('é') || current_setting('timezone')`)).toBe('ÉUTC');
  });

  test('handles non-ASCII letters, including in searches', async () => {
    const { url } = await start();
    expect(await queryValue(url, `select 'ÉLAN' ilike '%élan%' and 'АДА' ilike '%ада%'`)).toBe(
      true,
    );
    await queryValue(url, 'create extension if not exists pg_trgm');
    expect(await queryValue(url, `select cardinality(show_trgm('Ада'))`)).toBe(4);
  });

  test('cannot be reached over the network', async () => {
    const { url } = await start();
    expect(await queryValue(url, `select current_setting('listen_addresses')`)).toBe('');
  });

  test('retains its data across a restart', async () => {
    const first = await start();
    await queryValue(first.url, 'create table persisted as select 42 as answer');
    await first.stop();
    await expect(queryValue(first.url, 'select 1')).rejects.toThrow();
    const second = await start();
    expect(await queryValue(second.url, 'select answer from persisted')).toBe(42);
  });

  test('is left running by a killed product; the next product joins it and stops it afterwards', async () => {
    const killed = await startElsewhere(true);
    await queryValue(killed.url, 'create table persisted as select 42 as answer');
    const orphan = postmasterPid();
    await killed.end('SIGKILL');
    const next = await start(() => {}, true);
    expect(postmasterPid()).toBe(orphan);
    expect(await queryValue(next.url, 'select answer from persisted')).toBe(42);
    await next.stop();
    await expect(queryValue(next.url, 'select 1')).rejects.toThrow();
  });

  test('is stopped by no command that did not start it, even if its product was killed', async () => {
    const killed = await startElsewhere(true);
    await killed.end('SIGKILL');
    await (await start()).stop();
    expect(await queryValue(killed.url, 'select 1')).toBe(1);
    await (await start(() => {}, true)).stop();
  });

  test('runs on for the product when one of its processes was killed beside a command', async () => {
    const product = await start(() => {}, true);
    const keeper = `select pid from pg_stat_activity where application_name = 'velvet-rope-keeper'`;
    const lost = Number(await queryValue(product.url, keeper));
    process.kill(lost, 'SIGKILL');
    // The server ends all sessions and recovers; then the product is its user again.
    const isBack = () =>
      queryValue(product.url, keeper).then(
        (pid) => Number(pid) > 0 && pid !== lost,
        () => false,
      );
    await expect.poll(isBack, { timeout: 20_000 }).toBe(true);
    const users = `select count(*)::int from pg_locks where locktype = 'advisory'`;
    await expect.poll(() => queryValue(product.url, users), { timeout: 20_000 }).toBe(1);
    await (await start()).stop();
    expect(await queryValue(product.url, 'select 1')).toBe(1);
  });

  test('is started again by the product at the same address, whatever ends it', async () => {
    const product = await start(() => {}, true);
    await queryValue(product.url, 'create table persisted as select 42 as answer');
    await queryValue(product.url, 'checkpoint');
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
      const ended = postmasterPid();
      process.kill(ended, signal);
      const answer = () =>
        queryValue(product.url, 'select answer from persisted').then(
          (value) => (postmasterPid() === ended ? null : value),
          () => null,
        );
      await expect.poll(answer, { timeout: 30_000 }).toBe(42);
    }
    await product.stop();
    await expect(queryValue(product.url, 'select 1')).rejects.toThrow();
  });

  test('replaces an orphan that was started with other settings', async () => {
    const killed = await startElsewhere();
    const orphan = postmasterPid();
    await killed.end('SIGKILL');
    // The server notices the disconnect with a delay.
    const users = `select count(*)::int from pg_locks where locktype = 'advisory'`;
    await expect.poll(() => queryValue(killed.url, users)).toBe(0);
    const next = await startEmbeddedPostgres({
      dataDir,
      log: { info() {}, warn() {} },
      owned: true,
    });
    running.push(next);
    expect(postmasterPid()).not.toBe(orphan);
    expect(await queryValue(next.url, `select current_setting('fsync')`)).toBe('on');
  });

  test('runs until the last process using it has stopped', async () => {
    const starter = await startElsewhere();
    const joined = await start();
    await starter.end('SIGTERM');
    expect(await queryValue(joined.url, 'select 1')).toBe(1);
    await joined.stop();
    await expect(queryValue(joined.url, 'select 1')).rejects.toThrow();
  });

  test('is a single server when many processes start it concurrently', async () => {
    const others = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    const here = await start();
    const at = 'select pg_postmaster_start_time()::text';
    const starts = await Promise.all([here, ...others].map(({ url }) => queryValue(url, at)));
    expect(new Set(starts).size).toBe(1);
    for (const other of others) await other.end('SIGTERM');
  });

  test('starts when the process id of a dead server belongs to another process', async () => {
    const first = await start();
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'];
    const lockFiles = files.map((name) => {
      const path = join(dataDir, 'postgres', name);
      return { path, text: readFileSync(path, 'utf8').replace(/^\d+/, String(stranger.pid)) };
    });
    await first.stop();
    for (const { path, text } of lockFiles) writeFileSync(path, text);
    const second = await start();
    expect(await queryValue(second.url, 'select 1')).toBe(1);
    stranger.kill();
  });

  test('restarts after the server was killed', async () => {
    const first = await start();
    await queryValue(first.url, 'checkpoint');
    process.kill(postmasterPid(), 'SIGKILL');
    const second = await start();
    expect(await queryValue(second.url, 'select 1')).toBe(1);
  });

  test('reports why it did not start', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow('no_such_setting');
  });

  test('works when its path is too long for a socket', async () => {
    dataDir = join(dataDir, 'long'.repeat(30));
    const { url } = await start();
    expect(await queryValue(url, 'select 1')).toBe(1);
    await running[0]?.stop();
    dataDir = dirname(dataDir);
  });

  test.runIf(asRoot)('works as root in a folder that only root may enter', async () => {
    chmodSync(dataDir, 0o700);
    const messages: string[] = [];
    const first = await start((message) => messages.push(message));
    const clusterFolder = readlinkSync(join(dataDir, 'postgres'));
    try {
      expect(messages.join()).toContain(clusterFolder);
      await queryValue(first.url, 'create table persisted as select 42 as answer');
      await first.stop();
      const second = await start();
      expect(await queryValue(second.url, 'select answer from persisted')).toBe(42);
      await second.stop();
    } finally {
      rmSync(clusterFolder, { recursive: true, force: true });
    }
  });
});
