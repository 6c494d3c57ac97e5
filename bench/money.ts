import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { startChild, startServer, stopChildren, type Server } from './children.ts';
import { fillMoney, SUBSCRIPTIONS_PER_INFLUENCER } from './money-fill.ts';
import { racePayoutRuns, type Books } from './money-payouts.ts';
import { raceWebhooks } from './money-webhooks.ts';
import { postmasterOf } from './processes.ts';
import { measureOver, raceAndPrint } from './race.ts';
import { openSession, signIn } from './studio-setting.ts';

const SIZES = { many: 10_000, few: 1_000 };
const secret = randomBytes(32).toString('hex');

/** What the office and an influencer look at. */
const PAGES: [reader: 'admin' | 'influencer', address: string][] = [
  ['admin', '/api/payouts'],
  ['admin', '/api/payouts?status=pending&search=member%2045'],
  ['admin', '/api/payouts/totals'],
  ['admin', '/api/subscribers'],
  ['admin', '/api/subscribers/figures'],
  ['influencer', '/api/earnings?range=last-12-months'],
  ['influencer', '/api/my-payouts'],
];

type House = Books & { url: string };
type Visited = House & { server: Server; cookies: Record<'admin' | 'influencer', string> };

async function openHouse(url: string, influencers: number): Promise<House> {
  const { db, pool } = openDatabase(url);
  await migrateDatabase(pool);
  await fillMoney(pool, influencers);
  return { db, pool, url, influencers };
}

async function visit(house: House, dataDir: string): Promise<Visited> {
  const server = await startServer('product-server.ts', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    SECRET: secret,
    DATABASE_URL: house.url,
    DATA_DIR: path.join(dataDir, String(house.influencers)),
  });
  const setting = { pool: house.pool, secret };
  const { rows } = await house.pool.query<{ id: string }>(
    "select id from users where email = 'member-1@bench.test'",
  );
  const [admin, influencer] = [
    await signIn(setting, 'admin'),
    await openSession(setting, rows[0]!.id),
  ];
  return { ...house, server, cookies: { admin: admin.cookie, influencer: influencer.cookie } };
}

async function racePages(houses: Visited[]): Promise<void> {
  const load = startChild('load.ts');
  for (const [reader, address] of PAGES) {
    const contenders = houses.map(({ influencers, server, cookies }) => {
      const headers = [{ cookie: cookies[reader] }];
      return {
        name: `${influencers.toLocaleString('en-US')} influencers`,
        measure: (seconds: number) => measureOver(load, server.url + address, headers, seconds),
      };
    });
    await raceAndPrint(address, contenders);
  }
}

/** The books of this bench must be as sound as any. */
async function checkBooks({ db }: House): Promise<void> {
  const start = performance.now();
  const faults = await checkLedger(db, ALL_LEDGER_RULES);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  if (faults.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(faults)}`);
  console.log(`\nAll rules of the books hold; looked at in ${seconds} s`);
}

async function run(dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  // Durable: what is measured is money.
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const houses: House[] = [];
  try {
    const maintenance = openDatabase(postgres.url);
    await maintenance.pool.query('create database few');
    await maintenance.pool.end();
    const fewUrl = postgres.url.replace(/\/velvet_rope(?=\?|$)/, '/few');
    const many = await openHouse(postgres.url, SIZES.many);
    const few = await openHouse(fewUrl, SIZES.few);
    houses.push(many, few);
    console.log(`\nMoney; ${availableParallelism()} cores`);
    await racePayoutRuns(many, few);
    const [large, small] = [await visit(many, dataDir), await visit(few, dataDir)];
    await racePages([large, small]);
    const postmaster = await postmasterOf(many.pool);
    const setting = { ...large, product: large.server, secret, postmaster };
    await raceWebhooks(setting, many.influencers * SUBSCRIPTIONS_PER_INFLUENCER);
    await checkBooks(many);
  } finally {
    await stopChildren();
    for (const { pool } of houses) await pool.end();
    await postgres.stop();
  }
}

/** Payouts, the pages that show money, and webhooks, each beside a yardstick. */
export async function benchMoney(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  try {
    await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
