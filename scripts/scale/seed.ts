import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import { DIALECT, readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { restoreRecordTotals } from '#src/platform/database/record-totals.ts';
import { backOfficeSteps } from './back-office.ts';
import { contentSteps, notificationSteps } from './content.ts';
import { ledgerSteps, type Prefixes } from './ledger.ts';
import { peopleSteps } from './people.ts';
import type { Size } from './size.ts';
import type { SeedStep } from './step.ts';
import { subscriptionSteps } from './subscriptions.ts';

/** Receives the share of the work that is done, and what comes next. */
export type OnProgress = (done: number, next: string) => void;

// Neither foreign keys nor row triggers are run for each row; check-seed.ts checks their rules for all
// rows at once. Check and unique constraints hold as always.
const BULK = [
  "set session_replication_role = 'replica'",
  'set synchronous_commit = off',
  "set work_mem = '256MB'",
  "set maintenance_work_mem = '512MB'",
];
const VACUUM = 'vacuum (analyze)';

/** @throws Error if somebody has an account already */
async function refuseAccounts(client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query('select from users limit 1');
  if (rowCount) {
    throw new Error(
      'The database has accounts already. Choose an empty one: this seed mixes with no other data.',
    );
  }
}

async function run(client: pg.PoolClient, statement: SQL): Promise<void> {
  const { sql: text, params } = DIALECT.sqlToQuery(statement);
  await client.query(text, params);
}

/**
 * Fills a migrated database without accounts with the records of a large platform, in sets.
 * @throws Error if the database has accounts, or its user may not set `session_replication_role`
 */
export async function seedScale(
  pool: pg.Pool,
  { size, prefixes }: { size: Size; prefixes: Prefixes },
  onProgress: OnProgress = () => {},
): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseAccounts(client);
    for (const setting of BULK) await client.query(setting);
    const steps: SeedStep[] = [
      ...peopleSteps(size),
      ...subscriptionSteps(size),
      ...ledgerSteps(size, prefixes),
      ...contentSteps(size),
      ...notificationSteps(size),
      ...backOfficeSteps(size),
    ];
    const last = size.subscriptions;
    const total = steps.reduce((sum, { rows }) => sum + rows, 0) + 2 * last;
    let done = 0;
    for (const { title, rows, statements } of steps) {
      onProgress(done / total, title);
      for (const statement of statements) await run(client, statement);
      done += rows;
    }
    onProgress(done / total, 'statistics');
    const db: Db = drizzle(client, { casing: 'snake_case' });
    await restoreRecordTotals(db);
    await client.query(VACUUM);
    onProgress((done + last) / total, 'payouts');
    await client.query("set session_replication_role = 'origin'");
    const now = await readDatabaseTime(db);
    await runPayouts({ db }, { month: monthBefore(now) }, now);
    await client.query(VACUUM);
    onProgress(1, 'done');
  } finally {
    client.release(true);
  }
}
