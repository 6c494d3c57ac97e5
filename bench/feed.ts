import { deepStrictEqual } from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrateDatabase, openDatabase } from '#src/platform/db.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres.ts';
import { fanCookies, fill } from './fill.ts';
import type { Load, Measured } from './load.ts';
import { options } from './options.ts';
import { cpuOfServerAndDatabase, memoryOf, parentOf } from './processes.ts';
import { measureQuery } from './query-loop.ts';

const secret = randomBytes(32).toString('hex');
const cookies = fanCookies(secret, options.fans);
const started: ChildProcess[] = [];

type Server = { url: string; pid: number };

function startChild(file: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
  });
  started.push(child);
  return child;
}

async function startServer(file: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const child = startChild(file, env);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid! };
}

async function read(url: string, cookie: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { cookie } });
  return (await response.json()) as Record<string, unknown>;
}

/** Both must say the same but for the pass, which each seals with a key of its own. */
async function compareAnswers(product: Server, hand: Server, address: string): Promise<void> {
  for (const cookie of cookies.slice(0, 20)) {
    const [ours, theirs] = await Promise.all([
      read(product.url + address, cookie),
      read(hand.url + address, cookie),
    ]);
    deepStrictEqual({ ...ours, pass: '' }, { ...theirs, pass: '' });
  }
}

/** The parent of the process behind a connection. */
async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]!.pid);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

type Figures = Measured & { cpu: number };
type Contender = { name: string; pid: number; measure: (seconds: number) => Promise<Measured> };

/** Measures the contenders in turn, round after round, so that they share the machine's moods. */
async function race(contenders: Contender[], postmaster: number): Promise<Map<string, Figures[]>> {
  const results = new Map<string, Figures[]>(contenders.map(({ name }) => [name, []]));
  for (const { measure } of contenders) await measure(Math.min(2, options.seconds));
  for (let round = 0; round < options.rounds; round++) {
    for (const { name, pid, measure } of contenders) {
      const before = cpuOfServerAndDatabase(pid, postmaster);
      const measured = await measure(options.seconds);
      const used = cpuOfServerAndDatabase(pid, postmaster) - before;
      const cpu = used / (measured.perSecond * options.seconds);
      results.get(name)!.push({ ...measured, cpu });
    }
  }
  return results;
}

function print(title: string, results: Map<string, Figures[]>): void {
  const hand = [...results.values()][1]!;
  const rows = [...results].map(([name, rounds]) => {
    const ratio = median(
      rounds.map((figures, round) => figures.perSecond / hand[round]!.perSecond),
    );
    const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
    const failures = rounds.reduce((sum, figures) => sum + figures.failures, 0);
    const figures = [of('perSecond').toFixed(0), ratio.toFixed(2), of('p50'), of('p99')];
    return `| ${[name, ...figures, of('cpu').toFixed(2), failures].join(' | ')} |`;
  });
  console.log(`\n${title}\n`);
  console.log(
    '| | requests/s | ratio to hand-written | p50 ms | p99 ms | CPU ms/request | failures |',
  );
  console.log(['|---|---:|---:|---:|---:|---:|---:|', ...rows].join('\n'));
}

async function measureOver(load: ChildProcess, url: string, seconds: number): Promise<Measured> {
  const order: Load = { url, cookies, connections: options.connections, seconds };
  load.send(order);
  return ((await once(load, 'message')) as [Measured])[0];
}

async function run(dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const { pool } = openDatabase(postgres.url);
  try {
    const before = Date.now();
    await migrateDatabase(pool);
    await fill(pool);
    const postmaster = await postmasterOf(pool);
    const seconds = ((Date.now() - before) / 1_000).toFixed(1);
    console.log(`${options.posts} posts, filled in ${seconds} s; ${availableParallelism()} cores`);

    const env = { NODE_ENV: 'production', LOG_LEVEL: 'silent', SECRET: secret };
    const databaseEnv = { ...env, DATABASE_URL: postgres.url, DATA_DIR: dataDir };
    const product = await startServer('product-server.ts', databaseEnv);
    const hand = await startServer('hand-written-feed.ts', databaseEnv);
    const load = startChild('load.ts');
    const over = (server: Server, address: string) => (duration: number) =>
      measureOver(load, server.url + address, duration);

    for (const [address, title] of [
      ['/api/feed', 'My feed: 50 posts'],
      ['/api/notifications/unread', 'Unread count'],
    ] as const) {
      await compareAnswers(product, hand, address);
      const contenders: Contender[] = [
        { name: 'Velvet Rope', pid: product.pid, measure: over(product, address) },
        { name: 'hand-written server', pid: hand.pid, measure: over(hand, address) },
      ];
      if (address === '/api/feed') {
        const measure = (duration: number) => measureQuery(pool, duration);
        contenders.push({ name: 'the bare query, in-process', pid: process.pid, measure });
      }
      print(title, await race(contenders, postmaster));
    }
    console.log(
      `\nMemory of the product's process under this load: ${memoryOf(product.pid).toFixed(0)} MiB`,
    );
  } finally {
    for (const child of started) {
      if (child.exitCode !== null) continue;
      child.disconnect();
      await once(child, 'exit');
    }
    await pool.end();
    await postgres.stop();
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
try {
  await run(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
