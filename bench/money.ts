import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { startChild, startServer, stopChildren, type Server } from './children.ts';
import { fillMoney, SUBSCRIPTIONS_PER_INFLUENCER } from './money-fill.ts';
import { racePayoutRuns, type LedgerSetup } from './money-payouts.ts';
import { raceWebhooks } from './money-webhooks.ts';
import { postmasterOf } from './processes.ts';
import { measureOver, raceAndPrint } from './race.ts';
import { openSession, signIn } from './studio-setup.ts';

const SIZES = { many: 10_000, few: 1_000 };
const secret = randomBytes(32).toString('hex');

/** Finds 111 influencers, and a thousand fans, of either size: a search is compared with the same one. */
const NAMES: Record<number, string> = { [SIZES.many]: 'member%2045', [SIZES.few]: 'member%204' };

/** Requests of the back office and of an influencer. */
const PAGES: [reader: 'admin' | 'influencer', address: string][] = [
  ['admin', '/api/payouts'],
  ['admin', '/api/payouts?status=pending&search=NAME'],
  ['admin', '/api/payouts/totals'],
  ['admin', '/api/subscribers'],
  ['admin', '/api/subscribers/figures'],
  ['admin', '/api/payments'],
  ['admin', '/api/payments?search=NAME'],
  ['influencer', '/api/earnings?range=last-12-months'],
  ['influencer', '/api/my-payouts'],
];

type Instance = LedgerSetup & { url: string };
type ServedInstance = Instance & {
  server: Server;
  cookies: Record<'admin' | 'influencer', string>;
};

async function openInstance(url: string, influencers: number): Promise<Instance> {
  const { db, pool } = openDatabase(url);
  await migrateDatabase(pool);
  await fillMoney(pool, influencers);
  return { db, pool, url, influencers };
}

async function serveInstance(instance: Instance, dataDir: string): Promise<ServedInstance> {
  const server = await startServer('product-server.ts', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    SECRET: secret,
    DATABASE_URL: instance.url,
    DATA_DIR: path.join(dataDir, String(instance.influencers)),
  });
  const setup = { pool: instance.pool, secret };
  const { rows } = await instance.pool.query<{ id: string }>(
    "select id from users where email = 'member-1@bench.test'",
  );
  const [admin, influencer] = [await signIn(setup, 'admin'), await openSession(setup, rows[0]!.id)];
  return { ...instance, server, cookies: { admin: admin.cookie, influencer: influencer.cookie } };
}

async function racePages(instances: ServedInstance[]): Promise<void> {
  const load = startChild('load.ts');
  for (const [reader, address] of PAGES) {
    const contenders = instances.map(({ influencers, server, cookies }) => {
      const headers = [{ cookie: cookies[reader] }];
      return {
        name: `${formatNumber(influencers)} influencers`,
        measure: (seconds: number) =>
          measureOver(
            load,
            server.url + address.replace('NAME', NAMES[influencers]!),
            headers,
            seconds,
          ),
      };
    });
    await raceAndPrint(address, contenders);
  }
}

/** Checks the ledger of the benchmark by all rules. */
async function verifyLedger({ db }: Instance): Promise<void> {
  const start = performance.now();
  const faults = await checkLedger(db, ALL_LEDGER_RULES);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  if (faults.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(faults)}`);
  console.log(`\nAll rules of the ledger hold; checked in ${seconds} s`);
}

async function run(dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  // Durable, as required for money.
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const instances: Instance[] = [];
  try {
    const maintenance = openDatabase(postgres.url);
    await maintenance.pool.query('create database few');
    await maintenance.pool.end();
    const fewUrl = postgres.url.replace(/\/velvet_rope(?=\?|$)/, '/few');
    const many = await openInstance(postgres.url, SIZES.many);
    const few = await openInstance(fewUrl, SIZES.few);
    instances.push(many, few);
    console.log(`\nMoney; ${availableParallelism()} cores`);
    await racePayoutRuns(many, few);
    const [large, small] = [await serveInstance(many, dataDir), await serveInstance(few, dataDir)];
    await racePages([large, small]);
    const postmaster = await postmasterOf(many.pool);
    const setup = { ...large, product: large.server, secret, postmaster };
    await raceWebhooks(setup, many.influencers * SUBSCRIPTIONS_PER_INFLUENCER);
    await verifyLedger(many);
  } finally {
    await stopChildren();
    for (const { pool } of instances) await pool.end();
    await postgres.stop();
  }
}

/** Compares payouts, pages with money, and webhooks with baselines. */
export async function benchMoney(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  try {
    await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
