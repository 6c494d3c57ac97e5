import { deepStrictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { type Server, startChild, startServer, stopChildren } from './children.ts';
import { fanCookies, fill } from './fill.ts';
import { options } from './options.ts';
import { cpuOfServerAndDatabase, memoryOf, postmasterOf } from './processes.ts';
import { measureQuery } from './query-loop.ts';
import { type Contender, measureOver, raceAndPrint } from './race.ts';

const secret = randomBytes(32).toString('hex');
const cookies = fanCookies(secret, options.fans);

type RacedAddress = { title: string; address: string; readers: string[] };
const PAGE = '/api/marketplace/member-7';
const ADDRESSES: RacedAddress[] = [
  { title: 'My feed: 50 posts', address: '/api/feed', readers: cookies },
  { title: 'Unread count', address: '/api/notifications/unread', readers: cookies },
  { title: 'The page of one influencer as JSON, for visitors', address: PAGE, readers: [''] },
  { title: 'The page of one influencer as JSON, for fans', address: PAGE, readers: cookies },
];

async function read(url: string, cookie: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { cookie } });
  return (await response.json()) as Record<string, unknown>;
}

/** Checks that both respond identically, except for the media token, which each signs with its own key. */
async function compareAnswers(
  product: Server,
  handWritten: Server,
  { address, readers }: RacedAddress,
): Promise<void> {
  for (const cookie of readers.slice(0, 20)) {
    const [ours, theirs] = await Promise.all([
      read(product.url + address, cookie),
      read(handWritten.url + address, cookie),
    ]);
    deepStrictEqual({ ...ours, mediaToken: '' }, { ...theirs, mediaToken: '' });
  }
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
    const handWritten = await startServer('hand-written-feed.ts', databaseEnv);
    const load = startChild('load.ts');
    for (const raced of ADDRESSES) {
      const { title, address, readers } = raced;
      const headers = readers.map((cookie) => ({ cookie }));
      const over = (name: string, { url, pid }: Server): Contender => ({
        name,
        measure: (duration) => measureOver(load, url + address, headers, duration),
        cpu: () => cpuOfServerAndDatabase(pid, postmaster),
      });
      await compareAnswers(product, handWritten, raced);
      const contenders = [over('Velvet Rope', product), over('hand-written server', handWritten)];
      if (address === '/api/feed') {
        const measure = (duration: number) => measureQuery(pool, duration);
        const cpu = () => cpuOfServerAndDatabase(process.pid, postmaster);
        contenders.push({ name: 'the bare query, in-process', measure, cpu });
      }
      await raceAndPrint(title, contenders);
    }
    console.log(
      `\nMemory of the product's process under this load: ${memoryOf(product.pid).toFixed(0)} MiB`,
    );
  } finally {
    await stopChildren();
    await pool.end();
    await postgres.stop();
  }
}

/** Compares the feed, the unread count and an influencer's page with a hand-written server. */
export async function benchFeed(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  try {
    await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
