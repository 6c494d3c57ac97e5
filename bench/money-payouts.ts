import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { monthBefore } from '#src/features/money/payouts/payouts.rules.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import type { Db } from '#src/platform/database/db.ts';
import { ENTRIES_PER_CHARGE, SUBSCRIPTIONS_PER_INFLUENCER } from './money-fill.ts';
import { options } from './options.ts';
import { median } from './race.ts';

export type Books = { db: Db; pool: Pool; influencers: number };

const entriesOf = ({ influencers }: Books): number =>
  influencers * SUBSCRIPTIONS_PER_INFLUENCER * ENTRIES_PER_CHARGE;

const UNDONE = new Error('the run was measured');

async function makePayouts(db: Db, { influencers }: Books): Promise<number> {
  const now = new Date();
  const start = performance.now();
  const { payouts } = await runPayouts({ db }, { month: monthBefore(now) }, now);
  // What the database looks at when the transaction ends.
  await db.execute(sql`set constraints all immediate`);
  const milliseconds = performance.now() - start;
  if (payouts !== influencers) throw new Error(`${payouts} payouts were made`);
  return milliseconds;
}

/** How long a run takes that is undone again. */
async function measureRun(books: Books): Promise<number> {
  let milliseconds = 0;
  const run = books.db.transaction(async (tx) => {
    milliseconds = await makePayouts(tx, books);
    throw UNDONE;
  });
  await run.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
  await books.pool.query(
    'vacuum (analyze) payouts, payout_lines, ledger_transactions, ledger_entries',
  );
  return milliseconds;
}

/** The payouts of a month for many influencers beside those for few, round after round; then for good. */
export async function racePayoutRuns(many: Books, few: Books): Promise<void> {
  const runs = [many, few].map((books) => ({ books, times: [] as number[] }));
  for (const books of [many, few]) await measureRun(books);
  for (let round = 0; round < options.rounds; round++) {
    for (const { books, times } of runs) times.push(await measureRun(books));
  }
  const perThousand = ({ books, times }: (typeof runs)[number]) =>
    times.map((time) => time / (entriesOf(books) / 1_000));
  const yardstick = perThousand(runs[1]!);
  console.log('\nA payout run\n');
  console.log('| influencers | entries | seconds | ms/1,000 entries | ratio |');
  console.log('|---:|---:|---:|---:|---:|');
  for (const run of runs) {
    const each = perThousand(run);
    const ratio = median(each.map((time, round) => time / yardstick[round]!));
    const figures = [median(run.times) / 1_000, median(each), ratio].map((one) => one.toFixed(2));
    const sizes = [run.books.influencers, entriesOf(run.books)].map((one) =>
      one.toLocaleString('en-US'),
    );
    console.log(`| ${[...sizes, ...figures].join(' | ')} |`);
  }
  for (const books of [many, few]) {
    await books.db.transaction((tx) => makePayouts(tx, books));
    await books.pool.query('vacuum (analyze)');
  }
}
