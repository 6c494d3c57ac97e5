import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { pino } from 'pino';
import { runPriceChanges } from '#src/features/money/subscriptions/server/price-changes/run-price-changes.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { openServices } from '#src/server/server.ts';
import type { Services } from '#src/server/services.ts';
import { id } from './ids.ts';
import { options } from './options.ts';

const INFLUENCER = id('aaaa', '0');
const PLAN = id('cccc', '0');
const NEW_PRICE_CENTS = 1499;
const PROBE_PAUSE_MS = 20;

/** One influencer and many fans, whose paid periods end within half an hour, in 40 days. */
const statementsFor = (fans: number): string[] => [
  'set session_replication_role = replica',
  `insert into users (id, name, email, email_confirmed_at)
   select ${id('aaaa', 'n')}, 'Member ' || n, 'member-' || n || '@bench.test', now()
   from generate_series(0, ${fans}) n`,
  'insert into profiles (id, email, full_name) select id, email, name from users',
  `insert into user_roles (user_id, role) select id, case when id = ${INFLUENCER} then 'influencer'
     else 'subscriber' end from users`,
  `insert into subscription_plans (id, influencer_id, price_monthly_cents)
   values (${PLAN}, ${INFLUENCER}, ${NEW_PRICE_CENTS})`,
  `insert into user_subscriptions (id, subscriber_id, influencer_id, subscription_plan_id, price_cents,
     provider, provider_subscription_id, current_period_start, current_period_end, billing_anchor, created_at)
   select ${id('eeee', 'n')}, ${id('aaaa', 'n')}, ${INFLUENCER}, ${PLAN}, 999, 'sandbox', 'sandbox_bench_' || n,
     now() + interval '10 days', now() + interval '40 days' + n % 1800 * interval '1 second',
     now() + interval '10 days', now() - interval '20 days'
   from generate_series(1, ${fans}) n`,
  `insert into price_changes (plan_id, price_cents, effective_from, needs_consent)
   values (${PLAN}, ${NEW_PRICE_CENTS}, date_trunc('day', now()) + interval '31 days', false)`,
  'set session_replication_role = default',
  'vacuum (analyze)',
];

async function fill(url: string, fans: number): Promise<void> {
  const pool = new Pool({ connectionString: url });
  const client = await pool.connect();
  for (const statement of statementsFor(fans)) await client.query(statement);
  client.release();
  await pool.end();
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Locks a random subscription again and again, as a fan who cancels does. @returns the waits in ms */
async function probe(url: string, fans: number, isDone: () => boolean): Promise<number[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const waits: number[] = [];
  while (!isDone()) {
    const start = performance.now();
    await pool.query(
      `update user_subscriptions set updated_at = now()
       where id = ${id('eeee', String(1 + Math.floor(Math.random() * fans)))}`,
    );
    waits.push(performance.now() - start);
    await wait(PROBE_PAUSE_MS);
  }
  await pool.end();
  return waits.toSorted((one, other) => one - other);
}

/** Runs the job at an instant while others use the table. @returns a line of the table */
async function measure(
  services: Services,
  url: string,
  { name, now, fans }: { name: string; now: Date; fans: number },
): Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let isDone = false;
  delay.enable();
  const start = performance.now();
  const probing = probe(url, fans, () => isDone);
  await runPriceChanges(services, now);
  const seconds = (performance.now() - start) / 1000;
  isDone = true;
  const waits = await probing;
  delay.disable();
  const times = [
    quantile(waits, 0.5),
    quantile(waits, 0.99),
    waits.at(-1) ?? 0,
    delay.percentile(99) / 1e6,
    delay.max / 1e6,
  ].map((time) => Math.round(time));
  return [name, seconds.toFixed(1), Math.round(fans / seconds), ...times].join(' | ');
}

/** Measures a price change of one plan with many fans: all notices in one run, all prices in another. */
export async function benchPriceMoves(): Promise<void> {
  const fans = options.subscribers;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET: randomBytes(32).toString('hex'),
    PAYMENTS: 'sandbox',
    LOG_LEVEL: 'silent',
  });
  const cleanup: (() => Promise<unknown>)[] = [postgres.stop];
  try {
    const services = await openServices(config, pino({ level: 'silent' }), cleanup);
    await fill(postgres.url, fans);
    const now = new Date();
    console.log(`\nA new price for ${formatNumber(fans)} fans of one plan\n`);
    console.log(
      '| | seconds | fans/s | p50 ms of a change | p99 ms | slowest ms | event loop p99 ms | longest ms |',
    );
    console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
    const later = new Date(now.getTime() + 37 * DAY_MS);
    for (const step of [
      { name: 'notices', now: new Date(now.getTime() + 60_000) },
      { name: 'prices', now: later },
    ]) {
      console.log(`| ${await measure(services, postgres.url, { ...step, fans })} |`);
    }
    const { rows } = await services.pool.query<{ count: number }>(
      'select count(*)::int from user_subscriptions where price_cents = $1',
      [NEW_PRICE_CENTS],
    );
    console.log(`\n${formatNumber(rows[0]!.count)} fans have the new price.`);
  } finally {
    for (const step of cleanup.toReversed()) await step();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
