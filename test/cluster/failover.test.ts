import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { reconcile } from '#src/features/money/reconciliation/server/reconciliation.testing.ts';
import type { TestApp } from '#test/harness.ts';
import { RefusedError } from '../kills/kill-client.ts';
import { countHalfStates, listUnfinished } from '../kills/kill-state.ts';
import { createWork } from '../kills/kill-work.ts';
import { canStartCluster, startCluster, type Cluster } from './cluster.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { describeUnclear, queueMails, startSite, workUntil, type Named } from './site.ts';

const ROUNDS = Number(process.env.FAILOVERS ?? 1);
const ROUND_MS = 300_000;
/** Longer than it takes until the jobs of a killed process are retried. */
const UNFINISHED_MS = 180_000;

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
    await waitUntilBack(url);
    await wait(2_000);
  } finally {
    done.abort();
  }
  return { ...(await working), outageSeconds: (await outage) / 1_000 };
}

/**
 * Sends again whatever its client does not know the outcome of.
 * @returns what was refused because it had been done; its check says that this is true
 */
async function repeatUnknown(url: string, sent: Named[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, repeat } of sent) {
    await repeat?.(url).catch((error: unknown) => {
      if (!(error instanceof RefusedError) || error.answer.status !== 409) throw error;
      refused.push(`${name}: ${error.text}`);
    });
  }
  return refused;
}

/** Subscribers without the notification of a post that was published while they were subscribed. */
async function listNotNotified(app: TestApp): Promise<unknown[]> {
  const { rows } = await app.db.execute(sql`
    select p.id from content_posts p join user_subscriptions s using (influencer_id)
    where s.status = 'active' and s.created_at < p.published_at - interval '10 seconds'
      and not exists (select from post_notifications n
        where n.post_id = p.id and n.subscriber_id = s.subscriber_id)`);
  return rows;
}

async function expectAllDone({ app }: Cluster, sent: Named[]): Promise<void> {
  await expect.poll(() => listUnfinished(app), { timeout: UNFINISHED_MS }).toEqual([]);
  for (const { check } of sent) await check();
  await issueInvoices(app, new Date());
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  const none = { users: 0, posts: 0, checkouts: 0, subscriptions: 0 };
  expect(await countHalfStates(app)).toEqual(none);
  expect(await listNotNotified(app)).toEqual([]);
  expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0, error: null });
}

async function runRound(cluster: Cluster): Promise<string> {
  const { app, primaryUrl, replicaUrl } = cluster;
  const bouncer = await startPgBouncer(primaryUrl);
  try {
    const site = await startSite(app, {
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: primaryUrl,
      DATABASE_REPLICA_URLS: replicaUrl,
      ...bouncer.env,
    });
    try {
      const { sent, errors, outageSeconds } = await failOver(cluster, site.url, site.killOne);
      expect(errors.map(describeUnclear).filter((error) => error !== null)).toEqual([]);
      const refused = await repeatUnknown(site.url, sent);
      await expectAllDone(cluster, sent);
      const counts = `${sent.length} operations, ${errors.length} failed, ${refused.length} repeated in vain`;
      return `${counts}, longest outage ${outageSeconds.toFixed(1)} s ${refused.join('\n')}`;
    } finally {
      await site.stop();
    }
  } finally {
    await bouncer.stop();
  }
}

test.runIf(canStartCluster())(
  'a process and then the primary are killed under load: nothing acknowledged is lost, no job is done twice',
  async ({ annotate }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const cluster = await startCluster();
      try {
        await annotate(await runRound(cluster));
      } finally {
        await cluster.stop();
      }
    }
  },
  ROUNDS * ROUND_MS,
);
