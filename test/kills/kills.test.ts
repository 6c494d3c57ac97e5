import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import {
  listPaidForNothing,
  listWatchingForFree,
} from '#src/features/money/reconciliation/server/fair-access.testing.ts';
import { reconcile } from '#src/features/money/reconciliation/server/reconciliation.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import {
  forkServer,
  killServer,
  startServerProcess,
  stopServer,
  type ServerProcess,
} from '../../scripts/server-process.ts';
import { checkStorage } from '../../scripts/storage-check.ts';
import type { Sent, Task } from './kill-client.ts';
import { countHalfStates, listUnfinished } from './kill-state.ts';
import { createWork } from './kill-work.ts';

const KILLS = Number(process.env.KILLS ?? (isLong ? 450 : 4));
const MIGRATION_KILLS = isLong ? 50 : 2;
/** Each kill comes at a random time, mostly within several operations. */
const LONGEST_LIFE_MS = 2_000;
const KILL_MS = 30_000;

let app: TestApp;
let environment: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false' });
  environment = {
    DATA_DIR: app.config.dataDir,
    DATABASE_URL: app.pool.options.connectionString!,
    PAYMENTS: 'sandbox',
    REQUIRE_CONFIRMED_EMAIL: 'false',
    TRUST_PROXY: 'true',
    DISK_RESERVE_MB: '0',
    THROTTLE_FACTOR: '1000',
    LOG_LEVEL: 'silent',
  };
});
afterAll(() => app.close());

/** Everything that must be true after every restart. */
async function expectNoDamage(): Promise<void> {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  expect((await checkStorage(app.db, app.storage, new Date())).missing).toEqual([]);
  expect(await countHalfStates(app)).toEqual({
    users: 0,
    posts: 0,
    checkouts: 0,
    subscriptions: 0,
  });
}

/** The sandbox's own records and ours are equal: what was lost is repaired, once. */
async function expectReconciled(): Promise<void> {
  const first = await reconcile(app);
  expect(first).toMatchObject({ status: 'completed', opened: 0, error: null });
  await expectNoDamage();
  const second = await reconcile(app);
  expect(second).toMatchObject({ status: 'completed', repaired: 0, opened: 0, closed: 0 });
  expect(second.totals.filter(({ driftCents }) => driftCents !== 0)).toEqual([]);
  expect(await listPaidForNothing(app.db)).toEqual([]);
  expect(await listWatchingForFree(app.db)).toEqual([]);
}

type Named = Sent & { name: string };

/** Works until the server is killed. @returns what was sent, and the errors that no kill explains */
async function workUntilKilled(server: ServerProcess, tasks: Record<string, Task>) {
  const sent: Named[] = [];
  const errors: string[] = [];
  let isAlive = true;
  const running = Object.entries(tasks).map(async ([name, { work }]) => {
    while (isAlive) {
      await work(server.url, (done) => sent.push({ ...done, name })).catch((error: unknown) => {
        if (isAlive) errors.push(`${name}: ${String(error)}`);
      });
      await wait(10);
    }
  });
  await wait(randomInt(LONGEST_LIFE_MS));
  isAlive = false;
  await killServer(server);
  await Promise.all(running);
  return { sent, errors };
}

/** Starts the server after a kill, expects what it acknowledged, and repeats what it did not. */
async function restart(sent: Sent[]): Promise<ServerProcess> {
  const server = await startServerProcess(environment);
  await expectNoDamage();
  for (const { repeat } of sent) await repeat?.(server.url);
  for (const { check } of sent) await check();
  return server;
}

/** The moves to a new price that were begun, without further kills. */
async function finishPrices(
  { url }: ServerProcess,
  { work, countOpen }: Awaited<ReturnType<typeof createWork>>['prices'],
): Promise<void> {
  const sent: Sent[] = [];
  const open = async () => {
    if (countOpen() > 0) await work(url, (done) => sent.push(done));
    return countOpen();
  };
  await expect.poll(open, { timeout: 120_000 }).toBe(0);
  for (const { check } of sent) await check();
}

/** Counts the operations by their outcome at the client. */
function countWork(names: string[]) {
  const rows = new Map(names.map((name) => [name, { acknowledged: 0, repeated: 0, abandoned: 0 }]));
  return {
    add(sent: Named[]) {
      for (const { name, repeat, isAbandoned } of sent) {
        const outcome = repeat ? 'repeated' : isAbandoned ? 'abandoned' : 'acknowledged';
        rows.get(name)![outcome] += 1;
      }
    },
    print: () =>
      [...rows]
        .map(
          ([name, { acknowledged, repeated, abandoned }]) =>
            `${name}: ${acknowledged} acknowledged, ${repeated} cut off and repeated, ${abandoned} cut off for good`,
        )
        .join('\n'),
  };
}

test(
  'a server that is killed at any time has done all that it acknowledged, and nothing by half',
  async ({ annotate }) => {
    const { tasks, prices } = await createWork(app);
    const totals = countWork(Object.keys(tasks));
    let server = await restart([]);
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        for (const { prepare } of Object.values(tasks)) await prepare?.(server.url);
        const { sent, errors } = await workUntilKilled(server, tasks);
        expect(errors).toEqual([]);
        server = await restart(sent);
        totals.add(sent);
      }
      await finishPrices(server, prices);
      // Whatever the kills interrupted is finished without a person.
      await expect.poll(() => listUnfinished(app), { timeout: 240_000 }).toEqual([]);
      // Without waiting for the job of the next minute.
      await issueInvoices(app, new Date());
      await expectNoDamage();
      await expectReconciled();
    } finally {
      await killServer(server);
    }
    await annotate(`${KILLS} kills\n${totals.print()}`);
  },
  KILLS * KILL_MS + 300_000,
);

test(
  'a migration that is killed at any time is finished by the next start',
  async () => {
    const name = 'killed_migration';
    const url = environment.DATABASE_URL!.replace(/\/test_\w+(?=\?|$)/, `/${name}`);
    const maintenance = new pg.Client({ connectionString: environment.DATABASE_URL });
    await maintenance.connect();
    const columns = async (database: string) => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      const { rows } = await client.query(
        `select table_schema, table_name, column_name, data_type from information_schema.columns
         where table_schema in ('public', 'drizzle') order by 1, 2, 3`,
      );
      await client.end();
      return rows as unknown[];
    };
    try {
      for (let kill = 0; kill < MIGRATION_KILLS; kill++) {
        await maintenance.query(`create database ${name} template template0`);
        const child = await forkServer({ ...environment, DATABASE_URL: url });
        await wait(randomInt(500, 3_000));
        await killServer({ child });
        const server = await startServerProcess({ ...environment, DATABASE_URL: url });
        expect(await columns(url)).toEqual(await columns(environment.DATABASE_URL!));
        await stopServer(server);
        await maintenance.query(`drop database ${name} with (force)`);
      }
    } finally {
      await maintenance.query(`drop database if exists ${name} with (force)`);
      await maintenance.end();
    }
  },
  MIGRATION_KILLS * KILL_MS + 60_000,
);
