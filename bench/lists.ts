import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { ListPage } from '#src/lib/listing.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { migrateDatabase, openDatabase, type Db } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { startChild, startServer, stopChildren, type Server } from './children.ts';
import { fillLists } from './lists-fill.ts';
import { cpuOfServerAndDatabase, postmasterOf } from './processes.ts';
import { measureOver, raceAndPrint } from './race.ts';
import { signIn } from './studio-setup.ts';

/** The measured lists with their query strings. */
const LISTS: [title: string, address: string][] = [
  ['/api/applications', 'status=pending'],
  ['/api/influencers', 'sort=name'],
  ['/api/users', 'role=subscriber'],
  ['/api/tasks', 'sort=due'],
  ['/api/audit', ''],
];

type Instance = { name: string; server: Server; cookie: string };

type Setup = { db: Db; pool: Pool; secret: string };
type Fill = (pool: Pool, rows: number) => Promise<void>;
type Viewer = (setup: Setup) => Promise<{ cookie: string }>;

async function openInstance(
  { url, dataDir, name, rows }: { url: string; dataDir: string; name: string; rows: number },
  fillDatabase: Fill,
  createViewer: Viewer,
): Promise<Instance> {
  const { db, pool } = openDatabase(url);
  const secret = randomBytes(32).toString('hex');
  try {
    await migrateDatabase(pool);
    await fillDatabase(pool, rows);
    const env = { NODE_ENV: 'production', LOG_LEVEL: 'silent', SECRET: secret };
    const server = await startServer('product-server.ts', {
      ...env,
      DATABASE_URL: url,
      DATA_DIR: path.join(dataDir, name),
    });
    const { cookie } = await createViewer({ db, pool, secret });
    return { name: `${formatNumber(rows)} rows`, server, cookie };
  } finally {
    await pool.end();
  }
}

async function read(instance: Instance, address: string): Promise<unknown> {
  const response = await fetch(instance.server.url + address, {
    headers: { cookie: instance.cookie },
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The address of the page after the first. */
async function nextPage(instance: Instance, address: string): Promise<string> {
  const { next } = (await read(instance, address)) as ListPage<unknown>;
  if (!next) throw new Error(`${address} has one page only`);
  return `${address}&after=${encodeURIComponent(next)}`;
}

type RaceLists = (
  title: string,
  addressFor: (instance: Instance) => Promise<string>,
) => Promise<void>;

/** Starts the product with two databases of different sizes, and compares its pages. */
export async function compareSizes(
  sizes: { many: number; few: number },
  fillDatabase: Fill,
  createViewer: Viewer,
  run: (raceLists: RaceLists, readPage: typeof read) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  try {
    const maintenance = openDatabase(postgres.url);
    await maintenance.pool.query('create database few');
    const postmaster = await postmasterOf(maintenance.pool);
    await maintenance.pool.end();
    const fewUrl = postgres.url.replace(/\/velvet_rope(?=\?|$)/, '/few');
    const open = (name: keyof typeof sizes, url: string) =>
      openInstance({ url, dataDir, name, rows: sizes[name] }, fillDatabase, createViewer);
    const instances = [await open('many', postgres.url), await open('few', fewUrl)];
    const load = startChild('load.ts');
    await run(async (title, addressFor) => {
      const contenders = instances.map(async (instance) => {
        const url = instance.server.url + (await addressFor(instance));
        return {
          name: instance.name,
          measure: (seconds: number) =>
            measureOver(load, url, [{ cookie: instance.cookie }], seconds),
          cpu: () => cpuOfServerAndDatabase(instance.server.pid, postmaster),
        };
      });
      await raceAndPrint(title, await Promise.all(contenders));
    }, read);
  } finally {
    await stopChildren();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Compares back-office lists with a hundred times the rows: their time must not grow. */
export async function benchLists(): Promise<void> {
  await compareSizes(
    { many: 100_000, few: 1_000 },
    fillLists,
    (setup) => signIn(setup, 'admin'),
    async (raceLists) => {
      for (const [list, filter] of LISTS) {
        const address = `${list}?${filter}`;
        await raceLists(`${list}, first page`, async () => address);
        await raceLists(`${list}, next page`, (instance) => nextPage(instance, address));
        await raceLists(`${list}, search`, async () => `${address}&search=calloway%20450`);
      }
      await raceLists('/api/dashboard', async () => '/api/dashboard');
      await raceLists('the bell of the staff', async () => '/api/staff-notifications');
      await raceLists('its unread count', async () => '/api/staff-notifications/unread');
    },
  );
}
