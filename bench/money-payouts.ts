import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { Db } from '#src/platform/database/db.ts';
import { ENTRIES_PER_CHARGE, SUBSCRIPTIONS_PER_INFLUENCER } from './money-fill.ts';
import { options } from './options.ts';
import { median } from './race.ts';

export type LedgerSetup = { db: Db; pool: Pool; influencers: number };

const entriesOf = ({ influencers }: LedgerSetup): number =>
  influencers * SUBSCRIPTIONS_PER_INFLUENCER * ENTRIES_PER_CHARGE;

const ROLLBACK = new Error('the run was measured');

async function makePayouts(db: Db, { influencers }: LedgerSetup): Promise<number> {
  const now = new Date();
  const start = performance.now();
  const { payouts } = await runPayouts({ db }, { month: monthBefore(now) }, now);
  // Includes the deferred checks at the end of the transaction.
  await db.execute(sql`set constraints all immediate`);
  const milliseconds = performance.now() - start;
  if (payouts !== influencers) throw new Error(`${payouts} payouts were made`);
  return milliseconds;
}

/** Measures a run that is rolled back. */
async function measureRun(ledger: LedgerSetup): Promise<number> {
  let milliseconds = 0;
  const run = ledger.db.transaction(async (tx) => {
    milliseconds = await makePayouts(tx, ledger);
    throw ROLLBACK;
  });
  await run.catch((error: unknown) => {
    if (error !== ROLLBACK) throw error;
  });
  await ledger.pool.query(
    'vacuum (analyze) payouts, payout_lines, ledger_transactions, ledger_entries',
  );
  return milliseconds;
}

/** Compares the payout run for many influencers with the run for few over several rounds, then commits one run each. */
export async function racePayoutRuns(many: LedgerSetup, few: LedgerSetup): Promise<void> {
  const runs = [many, few].map((ledger) => ({ ledger, times: [] as number[] }));
  for (const ledger of [many, few]) await measureRun(ledger);
  for (let round = 0; round < options.rounds; round++) {
    for (const { ledger, times } of runs) times.push(await measureRun(ledger));
  }
  const perThousand = ({ ledger, times }: (typeof runs)[number]) =>
    times.map((time) => time / (entriesOf(ledger) / 1_000));
  const baseline = perThousand(runs[1]!);
  console.log('\nA payout run\n');
  console.log('| influencers | entries | seconds | ms/1,000 entries | ratio |');
  console.log('|---:|---:|---:|---:|---:|');
  for (const run of runs) {
    const each = perThousand(run);
    const ratio = median(each.map((time, round) => time / baseline[round]!));
    const figures = [median(run.times) / 1_000, median(each), ratio].map((one) => one.toFixed(2));
    const sizes = [run.ledger.influencers, entriesOf(run.ledger)].map((one) => formatNumber(one));
    console.log(`| ${[...sizes, ...figures].join(' | ')} |`);
  }
  for (const ledger of [many, few]) {
    await ledger.db.transaction((tx) => makePayouts(tx, ledger));
    await ledger.pool.query('vacuum (analyze)');
  }
}
