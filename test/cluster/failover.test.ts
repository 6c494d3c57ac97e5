import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestApp, type TestUser } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { createWork } from '../kills/kill-work.ts';
import { canStartCluster, startCluster, type Cluster } from './cluster.ts';
import { expectAllDone } from './outcome.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { queueMails, startSite, workUntil, type Site } from './site.ts';

const ROUNDS = Number(process.env.FAILOVERS ?? 1);
const ROUND_MS = 300_000;
/** So many operations are made on the slowest machine. */
const FEWEST = 30;
const canRun = canStartCluster();

/** Reads the own session from the database all the time. @returns the longest time without an answer */
async function watchOutage(signal: AbortSignal, url: string, { cookie }: TestUser) {
  let [last, longest] = [performance.now(), 0];
  while (!signal.aborted) {
    const isAnswered = await fetch(`${url}/api/auth/session`, {
      headers: { cookie },
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

/** Works all the time, while a process is killed and then something else happens */
async function killUnderLoad(
  app: Cluster['app'],
  { url, killOne }: Site,
  next: () => Promise<void> = async () => {},
) {
  const { tasks } = await createWork(app);
  for (const { prepare } of Object.values(tasks)) await prepare?.(url);
  const done = new AbortController();
  const outage = watchOutage(done.signal, url, await app.as('subscriber'));
  const working = workUntil(done.signal, url, { ...tasks, mail: queueMails(app) });
  try {
    await wait(randomInt(1_000, 2_000));
    await killOne();
    await wait(randomInt(500, 1_500));
    await next();
    await waitUntilBack(url);
    await wait(2_000);
  } finally {
    done.abort();
  }
  const outageSeconds = Number(((await outage) / 1_000).toFixed(1));
  return { ...(await expectAllDone(app, url, await working)), outageSeconds };
}

async function failOver({ app, primary, replica, primaryUrl, replicaUrl }: Cluster) {
  const bouncer = await startPgBouncer(primaryUrl);
  try {
    const site = await startSite(app, {
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: primaryUrl,
      DATABASE_REPLICA_URLS: replicaUrl,
      ...bouncer.env,
    });
    try {
      return await killUnderLoad(app, site, async () => {
        await primary.kill();
        replica.promote();
      });
    } finally {
      await site.stop();
    }
  } finally {
    await bouncer.stop();
  }
}

test.runIf(canRun)(
  'a process and then the primary are killed under load: nothing acknowledged is lost, no job is done twice',
  async ({ annotate }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const cluster = await startCluster();
      try {
        const figures = await failOver(cluster);
        expect(figures.operations).toBeGreaterThan(FEWEST);
        await annotate(JSON.stringify(figures));
      } finally {
        await cluster.stop();
      }
    }
  },
  ROUNDS * ROUND_MS,
);

// The test above contains this one.
test.runIf(canRun && (isLong || process.env.FAILOVERS))(
  'one of two processes is killed under load: the other one does its jobs, once',
  async ({ annotate }) => {
    const app = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false' });
    try {
      const site = await startSite(app, { DATABASE_URL: app.directUrl });
      try {
        const figures = await killUnderLoad(app, site);
        expect(figures.operations).toBeGreaterThan(FEWEST);
        await annotate(JSON.stringify(figures));
      } finally {
        await site.stop();
      }
    } finally {
      await app.close();
    }
  },
);
