import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { recordTotals, type CountedRecord } from './record-totals.table.ts';

const { record, state, day, percent, count, cents } = recordTotals;

/** More rows than states: so many changes are worth a fold. */
const FOLDED_ABOVE = 500;

/** How many records of a kind there are, in statements that read `record_totals`. */
export function countOf(kind: CountedRecord, ...conditions: SQL[]): SQL<number> {
  const isCounted = and(eq(record, sql.raw(`'${kind}'`)), ...conditions);
  return sql<number>`coalesce(sum(${count}) filter (where ${isCounted}), 0)::int`;
}

/** Whether rows of `record_totals` have one of these states. */
export function hasState(...states: string[]): SQL {
  return sql`${state} in (${sql.raw(states.map((each) => `'${each}'`).join(', '))})`;
}

const SUMS = sql`select ${record}, ${state}, ${day}, ${percent}, sum(${count})::int as count, sum(${cents})::bigint as cents`;
const GROUPS = sql`group by 1, 2, 3, 4`;

/** Replaces the rows of many changes by one for each state. Nothing waits for it. */
export async function foldRecordTotals(db: Db): Promise<void> {
  await db.execute(sql`
    with removed as (
      delete from ${recordTotals}
      where (select count(*) from (select from ${recordTotals} limit ${FOLDED_ABOVE + 1}) found) > ${FOLDED_ABOVE}
      returning *
    )
    insert into ${recordTotals} (record, state, day, percent, count, cents)
    select * from (${SUMS} from removed as ${recordTotals} ${GROUPS}) folded where count <> 0 or cents <> 0`);
}

/** Counts all records again, after changes without triggers. */
export async function restoreRecordTotals(db: Db): Promise<void> {
  await db.execute(sql`truncate ${recordTotals}`);
  await db.execute(sql`
    insert into ${recordTotals} (record, state, day, percent, count, cents)
    select record, state, day, percent, count, cents from counted_records`);
}

const totalText = (side: string) => {
  const column = (name: string) => sql.raw(`${side}.${name}`);
  return sql`coalesce(${column('count')}, 0) || ' records, ' || coalesce(${column('cents')}, 0) || ' cents'`;
};
const SUBJECT = sql`concat_ws(' ', record, state, day, percent) as subject`;

/** The totals that are not those of the records, as `subject`, `expected` and `found`. */
export const WRONG_TOTALS = sql`
  select subject, ${totalText('counted')} as expected, ${totalText('stored')} as found
  from (select ${SUBJECT}, count, cents from (${SUMS} from ${recordTotals} ${GROUPS}) summed) stored
  full join (select ${SUBJECT}, count, cents from counted_records) counted using (subject)
  where coalesce(stored.count, 0) <> coalesce(counted.count, 0)
    or coalesce(stored.cents, 0) <> coalesce(counted.cents, 0)`;
