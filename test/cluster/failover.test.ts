import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { reconcile } from '#src/features/money/reconciliation/server/reconciliation.testing.ts';
import type { TestApp } from '#test/harness.ts';
import { killServer, startServerProcess } from '../../scripts/server-process.ts';
import type { Sent, Task } from '../kills/kill-client.ts';
import { countHalfStates, countUnfinished, retryInterruptedJobs } from '../kills/kill-state.ts';
import { createWork } from '../kills/kill-work.ts';
import { canStartCluster, startCluster, type Cluster } from './cluster.ts';
import { balanceSite } from './haproxy.ts';
import { startPgBouncer } from './pgbouncer.ts';

const ROUNDS = Number(process.env.FAILOVERS ?? 1);
const ROUND_MS = 300_000;
const canRun = process.env.FAILOVERS !== undefined && canStartCluster();

/** The answer to a change whose answer was lost: it is not made twice. */
const DONE_ALREADY = /: 409 /;
/**
 * What a client may see while something is down: a clear answer, or a connection that ended.
 */
const CLEAR =
  /: 50[234] |: 409 |fetch failed|terminated|Connection|ECONN|timeout|closed|read-only/i;

/** Queues mails like any other part of the product. */
function queueMails(app: TestApp): Task {
  let number = 0;
  return {
    async work(_url, sent) {
      const subject = `Mail ${++number} of the failover`;
      const mail = { to: 'reader@example.test', subject, heading: subject, paragraphs: [] };
      await app.db.transaction((tx) => app.mail.queue(tx, mail));
      sent({ check: async () => expect(countMails(app, subject)).toBe(1) });
    },
  };
}

/** Mails with different ids: one that a killed process sent may arrive again with the same id. */
function countMails(app: TestApp, subject: string): number {
  const folder = path.join(app.config.dataDir, 'mail');
  if (!existsSync(folder)) return 0;
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.includes(`Subject: ${subject}\r\n`))
    .map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  return new Set(ids).size;
}

/** Two processes behind a load balancer; each reaches the primary through PgBouncer. */
async function startSite({ app, primaryUrl, replicaUrl }: Cluster) {
  const bouncer = await startPgBouncer(primaryUrl);
  const start = () =>
    startServerProcess({
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: primaryUrl,
      DATABASE_REPLICA_URLS: replicaUrl,
      ...bouncer.env,
      PAYMENTS: 'sandbox',
      REQUIRE_CONFIRMED_EMAIL: 'false',
      TRUST_PROXY: 'true',
      DISK_RESERVE_MB: '0',
      THROTTLE_FACTOR: '1000',
      LOG_LEVEL: process.env.CLUSTER_LOG ? 'error' : 'silent',
    });
  const servers = await Promise.all([start(), start()]);
  const balancer = await balanceSite(servers.map(({ url }) => Number(new URL(url).port)));
  return {
    url: balancer.url,
    killOne: () => killServer(servers[0]!),
    async stop() {
      await balancer.stop();
      await Promise.all(servers.map(killServer));
      await bouncer.stop();
    },
  };
}

/** Works until the signal. @returns what was sent, and the errors */
async function workUntil(signal: AbortSignal, url: string, tasks: Record<string, Task>) {
  const sent: Sent[] = [];
  const errors: string[] = [];
  const running = Object.entries(tasks).map(async ([name, { work }]) => {
    while (!signal.aborted) {
      await work(url, (done) => sent.push(done)).catch((error: unknown) => {
        const { cause } = error as Error;
        errors.push(`${name}: ${String(error)} ${cause instanceof Error ? cause.message : ''}`);
      });
      await wait(20);
    }
  });
  await Promise.all(running);
  return { sent, errors };
}

/** Reads from the database through the product all the time. @returns the longest time without an answer */
async function watchOutage(signal: AbortSignal, url: string): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  while (!signal.aborted) {
    const isAnswered = await fetch(`${url}/api/marketplace`, {
      signal: AbortSignal.timeout(2_000),
    }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isAnswered) {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    await wait(50);
  }
  return longest;
}

/** Waits until the load balancer finds a process that reaches the primary, and does so again and again. */
async function waitUntilBack(url: string): Promise<void> {
  for (let answers = 0; answers < 10;) {
    const isBack = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    answers = isBack ? answers + 1 : 0;
    await wait(200);
  }
}

async function failOver(cluster: Cluster, url: string, killOne: () => Promise<void>) {
  const { app, primary, replica } = cluster;
  const { tasks } = await createWork(app);
  for (const { prepare } of Object.values(tasks)) await prepare?.(url);
  const done = new AbortController();
  const outage = watchOutage(done.signal, url);
  const working = workUntil(done.signal, url, { ...tasks, mail: queueMails(app) });
  try {
    await wait(randomInt(1_000, 2_000));
    await killOne();
    await wait(randomInt(500, 1_500));
    await primary.kill();
    replica.promote();
    // Nobody follows the new primary yet.
    await replica.run(`alter system set synchronous_standby_names = ''`);
    await replica.run('select pg_reload_conf()');
    await waitUntilBack(url);
    await wait(2_000);
  } finally {
    done.abort();
  }
  return { ...(await working), outageSeconds: (await outage) / 1_000 };
}

async function expectAllDone({ app }: Cluster, url: string, sent: Sent[]): Promise<void> {
  for (const { repeat } of sent) {
    await repeat?.(url).catch((error: unknown) => {
      if (!DONE_ALREADY.test(String(error))) throw error;
    });
  }
  const unfinished = async () => {
    await retryInterruptedJobs(app);
    const { rows } = await app.db.execute<{ count: number }>(
      sql`select count(*)::int as count from jobs.job where state in ('created', 'retry', 'active') and name = 'mail'`,
    );
    return rows[0]!.count + (await countUnfinished(app));
  };
  await expect.poll(unfinished, { timeout: 240_000 }).toBe(0);
  for (const { check } of sent) await check();
  await issueInvoices(app, new Date());
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  // Not users: the test itself creates some with several statements.
  expect(await countHalfStates(app)).toMatchObject({ posts: 0, checkouts: 0, subscriptions: 0 });
  expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0, error: null });
}

test.runIf(canRun)(
  'a process and then the primary are killed under load: nothing acknowledged is lost, no job is done twice',
  async ({ annotate }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const cluster = await startCluster();
      try {
        const site = await startSite(cluster);
        try {
          const { sent, errors, outageSeconds } = await failOver(cluster, site.url, site.killOne);
          expect(errors.filter((error) => !CLEAR.test(error))).toEqual([]);
          await expectAllDone(cluster, site.url, sent);
          const counts = `${sent.length} operations, ${errors.length} failed`;
          await annotate(`${counts}, longest outage ${outageSeconds.toFixed(1)} s`);
        } finally {
          await site.stop();
        }
      } finally {
        await cluster.stop();
      }
    }
  },
  ROUNDS * ROUND_MS,
);
