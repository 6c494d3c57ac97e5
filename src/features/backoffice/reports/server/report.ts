import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { daysOf, periodOf, type Span } from '#src/features/money/earnings/earnings.rules.ts';
import {
  ofShares,
  sumMoney,
  sumMoneyBy,
  type Whose,
} from '#src/features/money/earnings/server/earnings-money.ts';
import {
  changesIn,
  countSubscribers,
  isCounted,
} from '#src/features/money/earnings/server/earnings-subscribers.ts';
import { addUp, pointsOf, sumChanges } from '#src/features/money/earnings/server/earnings-sums.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { ReportQuery, reportSchema } from '../reports.schema.ts';
import { readLifetimeValues } from './lifetime-values.ts';
import { reportedTo, type Reader } from './report-scope.ts';

/** The beginning of everything, and the active subscriptions. */
export async function readBeginning(pool: Pool, whose: Whose) {
  const [row] = await selectRows(
    pool,
    {
      firstAt: sql<Date | null>`least(
        (select min(${ledgerTransactions.occurredAt}) from ${ledgerTransactions}
          where ${ofShares(whose)}),
        (select min(${userSubscriptions.createdAt}) from ${userSubscriptions}
          where ${isCounted(whose)}))`,
      activeSubscribers: sql<number>`(
        select count(*)::int from ${userSubscriptions}
        where ${isCounted(whose)} and ${userSubscriptions.status} = 'active')`,
    },
    (columns) => sql`select ${columns}`,
  );
  return row!;
}

async function sumBefore(pool: Pool, whose: Whose, span: Span) {
  const [money, [changes]] = await Promise.all([
    sumMoneyBy(pool, whose, span, sql<number>`0`),
    selectRows(pool, changesIn(whose, span), (columns) => sql`select ${columns}`),
  ]);
  return { money: addUp(money.values()), ...changes! };
}

/** The figures of the agency in a range, from the ledger, as far as the actor may see them. */
export async function getReport(
  pool: Pool,
  actor: Reader,
  { range, ...filter }: ReportQuery,
  now: Date,
): Promise<z.input<typeof reportSchema>> {
  const whose = reportedTo(actor, filter);
  const { firstAt, activeSubscribers } = await readBeginning(pool, whose);
  const period = periodOf(range, now, firstAt);
  const [money, changes, before, lifetimeValues] = await Promise.all([
    sumMoney(pool, whose, period),
    countSubscribers(pool, whose, period),
    period.before && sumBefore(pool, whose, period.before),
    readLifetimeValues(pool, whose),
  ]);
  return {
    range,
    days: daysOf(period, now),
    isRunning: period.isRunning,
    money: addUp(money.values()),
    subscribers: sumChanges(period, changes),
    activeSubscribers,
    lifetimeValueCents: lifetimeValues.get(null) ?? null,
    before: period.before && before && { ...daysOf(period.before, now), ...before },
    series: { unit: period.unit, points: pointsOf(period, money, changes) },
  };
}
