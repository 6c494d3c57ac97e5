import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { partIndex } from '#src/features/money/earnings/server/earnings-money.ts';
import { isCounted } from '#src/features/money/earnings/server/earnings-subscribers.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { addMonths, formatUtcDay } from '#src/lib/dates.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { COHORT_MONTHS, type Cohort, type CohortsQuery } from '../reports.schema.ts';
import { reportedTo, type Reader } from './report-scope.ts';

/**
 * The fans by the month of their first payment, and how many of them were subscribed at the end of
 * each month since, as far as the actor may see them. A fan of several influencers counts once.
 */
export async function listCohorts(
  pool: Pool,
  actor: Reader,
  query: CohortsQuery,
  now: Date,
): Promise<Cohort[]> {
  const whose = reportedTo(actor, query);
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const starts = Array.from({ length: COHORT_MONTHS }, (_, month) =>
    addMonths(thisMonth, month + 1 - COHORT_MONTHS),
  );
  // The current month has not ended: today counts instead.
  const ends = [...starts.slice(1), now];
  const { id, subscriberId, createdAt, endedAt } = userSubscriptions;
  const { subscriptionId, kind, occurredAt } = ledgerTransactions;
  const rows = await selectRows(
    pool,
    {
      cohort: sql<number>`cohort`,
      /** Null for all fans of the cohort. */
      month: sql<number | null>`month`,
      fans: sql<number>`count(distinct fan_id)::int`,
    },
    (columns) => sql`
      with paying as (
        select ${subscriberId} as fan_id, min(${occurredAt}) as first_at
        from ${userSubscriptions}
        join ${ledgerTransactions} on ${subscriptionId} = ${id} and ${kind} = 'charge'
        where ${isCounted(whose)} group by 1
      ), followed as (
        select fan_id, ${partIndex(sql`first_at`, starts)} as cohort from paying
        where first_at >= ${starts[0]}::timestamptz and first_at <= ${now}::timestamptz
      )
      select ${columns} from (
        select fan_id, cohort, null::int as month from followed
        union all
        select fan_id, cohort, month::int - 1
        from followed
        join ${userSubscriptions} on ${subscriberId} = fan_id and ${isCounted(whose)}
        join unnest(${sql.param(ends)}::timestamptz[]) with ordinality as ended (at, month)
          on ${createdAt} < ended.at and (${endedAt} is null or ${endedAt} >= ended.at)
        where month > cohort
      ) counted group by 1, 2`,
  );
  const count = (cohort: number, month: number | null): number =>
    rows.find((row) => row.cohort === cohort && row.month === month)?.fans ?? 0;
  return starts.map((start, cohort) => ({
    start: formatUtcDay(start),
    fans: count(cohort, null),
    subscribed: starts.slice(cohort).map((_, since) => count(cohort, cohort + since)),
  }));
}
