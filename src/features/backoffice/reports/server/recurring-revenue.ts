import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import {
  churnPercent,
  periodOf,
  type Period,
  type Span,
} from '#src/features/money/earnings/earnings.rules.ts';
import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';
import {
  ofShares,
  partIndex,
  sumMoneyBy,
  type Whose,
} from '#src/features/money/earnings/server/earnings-money.ts';
import {
  countSubscribers,
  isCounted,
} from '#src/features/money/earnings/server/earnings-subscribers.ts';
import { addUp, sumChanges } from '#src/features/money/earnings/server/earnings-sums.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { churnableCents, revenueChurnPercent } from '../reports.rules.ts';
import type { recurringReportSchema, ReportQuery, RevenueMovements } from '../reports.schema.ts';
import { reportedTo, type Reader } from './report-scope.ts';
import { readBeginning } from './report.ts';

type Months = Pick<Period, 'to' | 'starts'>;
type Kind = 'new' | 'reactivated' | 'expansion' | 'contraction' | 'churned';

/**
 * Sums the movements of the recurring revenue by month; part -1 is all the time before. A
 * subscription begins with its first payment, changes with each payment of another amount, and ends
 * with the amount of its last one, so that its movements add up to nothing once it has ended.
 */
export async function sumMovements(pool: Pool, whose: Whose, { to, starts }: Months) {
  const { id, subscriberId, influencerId, createdAt, endedAt } = userSubscriptions;
  const { occurredAt } = ledgerTransactions;
  // A payment that was made before its subscription was recorded counts with it, like the subscriber.
  const at = sql`greatest(${occurredAt}, began_at)`;
  const rows = await selectRows(
    pool,
    {
      part: partIndex(sql`at`, starts),
      kind: sql<Kind>`kind`,
      cents: sql<number>`sum(cents)::float8`,
    },
    (columns) => sql`
      with subscribed as (
        select ${id} as id, ${createdAt} as began_at, ${endedAt} as ended_at,
          row_number() over (partition by ${subscriberId}, ${influencerId} order by ${createdAt}, ${id}) as number
        from ${userSubscriptions} where ${isCounted(whose)}
      ), paid as (
        select subscribed.id, number, ended_at, ${at} as at, ${ledgerEntries.amountCents} as cents,
          lag(${ledgerEntries.amountCents}) over payments as before,
          lead(${ledgerEntries.transactionId}) over payments is null as is_last
        from subscribed
        join ${ledgerTransactions} on ${ledgerTransactions.subscriptionId} = subscribed.id
          and ${ledgerTransactions.kind} = 'charge'
        join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${ledgerTransactions.id}
          and ${ledgerEntries.accountId} =
            (select ${ledgerAccounts.id} from ${ledgerAccounts} where ${ledgerAccounts.kind} = 'cash')
        where ended_at is null or ${at} <= ended_at
        window payments as (partition by subscribed.id order by ${occurredAt}, ${ledgerTransactions.id})
      ), moved as (
        select at, cents - coalesce(before, 0) as cents,
          case when before is not null then case when cents > before then 'expansion' else 'contraction' end
            when number = 1 then 'new' else 'reactivated' end as kind
        from paid where cents is distinct from before
        union all
        select ended_at, -cents, 'churned' from paid where is_last and ended_at is not null
      )
      select ${columns} from moved where at < ${to}::timestamptz group by 1, 2`,
  );
  return rows;
}

const sumOf = (rows: { cents: number }[]): number => rows.reduce((sum, row) => sum + row.cents, 0);

/** The movements of each month, each opening with what the month before closed with. */
function movementsOf(rows: Awaited<ReturnType<typeof sumMovements>>, months: number) {
  let closingCents = sumOf(rows.filter(({ part }) => part < 0));
  return Array.from({ length: months }, (_, month): RevenueMovements => {
    const ofMonth = rows.filter(({ part }) => part === month);
    const of = (kind: Kind) => sumOf(ofMonth.filter((row) => row.kind === kind));
    const openingCents = closingCents;
    closingCents += sumOf(ofMonth);
    return {
      openingCents,
      newCents: of('new'),
      reactivatedCents: of('reactivated'),
      expansionCents: of('expansion'),
      contractionCents: of('contraction'),
      churnedCents: of('churned'),
      closingCents,
    };
  });
}

const addMovements = (months: RevenueMovements[]): RevenueMovements => {
  const add = (name: keyof RevenueMovements) => months.reduce((sum, month) => sum + month[name], 0);
  return {
    openingCents: months[0]?.openingCents ?? 0,
    newCents: add('newCents'),
    reactivatedCents: add('reactivatedCents'),
    expansionCents: add('expansionCents'),
    contractionCents: add('contractionCents'),
    churnedCents: add('churnedCents'),
    closingCents: months.at(-1)?.closingCents ?? 0,
  };
};

/** Counts the distinct fans who paid, by month and (as null) in all of them. */
async function countPaying(pool: Pool, whose: Whose, { from, to }: Span, starts: Date[]) {
  const { kind, occurredAt, subscriberId } = ledgerTransactions;
  const rows = await selectRows(
    pool,
    {
      part: sql<number | null>`part`,
      fans: sql<number>`count(distinct subscriber_id)::int`,
    },
    (columns) => sql`
      select ${columns} from (
        select ${partIndex(sql`${occurredAt}`, starts)} as part, ${subscriberId} as subscriber_id
        from ${ledgerTransactions}
        where ${ofShares(whose)} and ${kind} = 'charge'
          and ${occurredAt} >= ${from}::timestamptz and ${occurredAt} < ${to}::timestamptz
      ) paid group by grouping sets ((part), ())`,
  );
  return new Map(rows.map(({ part, fans }) => [part, fans]));
}

/** How the subscribers changed in one month, from the changes of all parts. */
function subscribersIn(
  start: Date,
  month: number,
  changes: Awaited<ReturnType<typeof countSubscribers>>,
) {
  const before = { gained: 0, lost: 0 };
  for (const [part, { gained, lost }] of changes) {
    if (part >= month) continue;
    before.gained += gained;
    before.lost += lost;
  }
  const change = changes.get(month) ?? { gained: 0, lost: 0 };
  const parts = new Map([
    [-1, before],
    [0, change],
  ]);
  return sumChanges({ unit: 'month', starts: [start] }, parts);
}

type Found = {
  /** The sum of `churnableCents` of each month. */
  churnableCents: number;
  subscribers: ReturnType<typeof sumChanges>;
  money: AgencyMoney;
  payingFans: number;
};

/** The figures of a month, or of all months of a range. */
function describe(revenue: RevenueMovements, { subscribers, money, payingFans, ...found }: Found) {
  const { grossCents, refundedCents, disputedCents, disputesWonCents } = money;
  const netCents = grossCents - refundedCents - disputedCents + disputesWonCents;
  const lostCents = 0 - revenue.churnedCents - revenue.contractionCents;
  return {
    ...revenue,
    gained: subscribers.gained,
    lost: subscribers.lost,
    churnPercent: churnPercent(subscribers.lost, subscribers.subscriberMonths),
    revenueChurnPercent: revenueChurnPercent(lostCents, found.churnableCents),
    netCents,
    payingFans,
    revenuePerFanCents: payingFans === 0 ? null : Math.round(netCents / payingFans),
  };
}

/** The recurring revenue in a range by month, as far as the actor may see it. */
export async function getRecurringReport(
  pool: Pool,
  actor: Reader,
  { range, ...filter }: ReportQuery,
  now: Date,
): Promise<z.input<typeof recurringReportSchema>> {
  const whose = reportedTo(actor, filter);
  const { firstAt } = await readBeginning(pool, whose);
  const period = periodOf(range, now, firstAt);
  // Days are the parts of a single month.
  const starts = period.unit === 'month' ? period.starts : [period.from];
  const { to, isRunning } = period;
  const months = { unit: 'month', starts, to } as const;
  const [moved, money, paying, changes] = await Promise.all([
    sumMovements(pool, whose, months),
    sumMoneyBy(pool, whose, period, partIndex(sql`${ledgerTransactions.occurredAt}`, starts)),
    countPaying(pool, whose, period, starts),
    countSubscribers(pool, whose, { ...period, starts }),
  ]);
  const movements = movementsOf(moved, starts.length);
  const churnable = movements.map(churnableCents);
  const total = describe(addMovements(movements), {
    churnableCents: churnable.reduce((sum, cents) => sum + cents, 0),
    subscribers: sumChanges(months, changes),
    money: addUp(money.values()),
    payingFans: paying.get(null) ?? 0,
  });
  return {
    isRunning,
    total,
    months: movements.map((revenue, part) => ({
      start: formatUtcDay(starts[part]!),
      ...describe(revenue, {
        churnableCents: churnable[part]!,
        subscribers: subscribersIn(starts[part]!, part, changes),
        money: money.get(part) ?? addUp([]),
        payingFans: paying.get(part) ?? 0,
      }),
    })),
  };
}
