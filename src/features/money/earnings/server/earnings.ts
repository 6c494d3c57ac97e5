import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { splitCharge } from '#src/features/money/ledger/ledger.rules.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { RECENT_PAYOUTS } from '#src/features/money/payouts/own-payouts.schema.ts';
import { readOwnPayouts, sumOwnPayouts } from '#src/features/money/payouts/server/own-payouts.ts';
import { estimatedMonthlyRevenueCents } from '#src/features/money/plans/plans.rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import { orNull, selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { churnPercent, daysOf, periodOf, type Period } from '../earnings.rules.ts';
import type { EarningRange, EarningsPlan, earningsSchema, Money } from '../earnings.schema.ts';
import { countPayingFans, sumMoney } from './earnings-money.ts';
import { countSubscribers, sumSpan } from './earnings-subscribers.ts';

type Dependencies = { db: Db; pool: Pool };
type Owner = Pick<Actor, 'userId'>;

const EMPTY: Money = {
  payments: 0,
  grossCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  disputesWonCents: 0,
  merchantFeeCents: 0,
  platformCommissionCents: 0,
  shareCents: 0,
};

/** The actor's earnings in a range, from the ledger, and the change in subscriptions. */
export async function getEarnings(
  { db, pool }: Dependencies,
  actor: Owner,
  range: EarningRange,
  now: Date,
): Promise<z.input<typeof earningsSchema>> {
  const { userId } = actor;
  const current = await readCurrent(pool, userId);
  const { shareAccountId, firstAt, openCents, activeSubscribers } = current;
  const period = periodOf(range, now, firstAt);
  const hasAccount = shareAccountId !== null;
  const [money, changes, paying, before, plan, payouts, recentPayouts] = await Promise.all([
    hasAccount ? sumMoney(pool, shareAccountId, period) : new Map<number, Money>(),
    countSubscribers(pool, userId, period),
    hasAccount ? countPayingFans(pool, shareAccountId, period) : 0,
    period.before && sumSpan(pool, userId, period.before),
    findPlan(db, userId, activeSubscribers),
    sumOwnPayouts(db, actor, now),
    readOwnPayouts(db, actor, RECENT_PAYOUTS),
  ]);
  const sums = addUp([...money.values()]);
  return {
    range,
    days: daysOf(period, now),
    isRunning: period.isRunning,
    money: sums,
    subscribers: { ...sumChanges(changes), paying },
    averageCents: paying === 0 ? null : Math.round(sums.shareCents / paying),
    before: period.before && before && { ...daysOf(period.before, now), ...before },
    series: { unit: period.unit, points: pointsOf(period, money, changes) },
    activeSubscribers,
    plan,
    openCents,
    payouts,
    recentPayouts,
  };
}

const me = sql`me.id`;

const CURRENT = {
  shareAccountId: orNull(ledgerAccounts.id),
  firstAt: sql<Date | null>`least(
    (select min(${ledgerTransactions.occurredAt}) from ${ledgerTransactions}
      where ${ledgerTransactions.shareAccountId} = ${ledgerAccounts.id}),
    (select min(${userSubscriptions.createdAt}) from ${userSubscriptions}
      where ${userSubscriptions.influencerId} = ${me})
  )`,
  openCents: sql<number>`coalesce((
    select -sum(${ledgerEntries.amountCents}) from ${ledgerEntries}
    where ${ledgerEntries.accountId} = ${ledgerAccounts.id}), 0)::float8`,
  activeSubscribers: sql<number>`(
    select count(*)::int from ${userSubscriptions}
    where ${userSubscriptions.influencerId} = ${me} and ${userSubscriptions.status} = 'active')`,
};

async function readCurrent(pool: Pool, influencerId: string) {
  const [row] = await selectRows(
    pool,
    CURRENT,
    (columns) => sql`
      select ${columns} from (select ${influencerId}::uuid as id) me
      left join ${ledgerAccounts} on ${ledgerAccounts.influencerId} = ${me}`,
  );
  return row!;
}

/** The active plan with its estimated revenue. */
async function findPlan(
  db: Db,
  influencerId: string,
  activeSubscribers: number,
): Promise<EarningsPlan | null> {
  const [plan] = await db
    .select({
      priceMonthlyCents: subscriptionPlans.priceMonthlyCents,
      platformCommissionPercent: subscriptionPlans.platformCommissionPercent,
    })
    .from(subscriptionPlans)
    .where(
      and(eq(subscriptionPlans.influencerId, influencerId), eq(subscriptionPlans.isActive, true)),
    );
  if (!plan) return null;
  const { priceMonthlyCents, platformCommissionPercent } = plan;
  const [other] = await db
    .select({ subscribers: count() })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.influencerId, influencerId),
        eq(userSubscriptions.status, 'active'),
        ne(userSubscriptions.priceCents, priceMonthlyCents),
      ),
    );
  return {
    ...plan,
    split: splitCharge(priceMonthlyCents, platformCommissionPercent),
    estimatedMonthlyRevenueCents: estimatedMonthlyRevenueCents({
      ...plan,
      subscriberCount: activeSubscribers,
    }),
    otherPriceCount: other!.subscribers,
  };
}

const addUp = (parts: Money[]): Money =>
  parts.reduce(
    (sums, part) => ({
      payments: sums.payments + part.payments,
      grossCents: sums.grossCents + part.grossCents,
      refundedCents: sums.refundedCents + part.refundedCents,
      disputedCents: sums.disputedCents + part.disputedCents,
      disputesWonCents: sums.disputesWonCents + part.disputesWonCents,
      merchantFeeCents: sums.merchantFeeCents + part.merchantFeeCents,
      platformCommissionCents: sums.platformCommissionCents + part.platformCommissionCents,
      shareCents: sums.shareCents + part.shareCents,
    }),
    EMPTY,
  );

type Changes = Awaited<ReturnType<typeof countSubscribers>>;

function sumChanges(changes: Changes) {
  const earlier = changes.get(-1) ?? { gained: 0, lost: 0 };
  const atStart = earlier.gained - earlier.lost;
  let [gained, lost, leftOfStart] = [0, 0, 0];
  for (const [part, change] of changes) {
    if (part < 0) continue;
    gained += change.gained;
    lost += change.lost;
    leftOfStart += change.leftOfStart;
  }
  const atEnd = atStart + gained - lost;
  return {
    atStart,
    gained,
    lost,
    atEnd,
    leftOfStart,
    churnPercent: churnPercent(leftOfStart, atStart),
  };
}

const pointsOf = ({ starts }: Period, money: Map<number, Money>, changes: Changes) =>
  starts.map((start, part) => ({
    start: formatUtcDay(start),
    grossCents: money.get(part)?.grossCents ?? 0,
    shareCents: money.get(part)?.shareCents ?? 0,
    gained: changes.get(part)?.gained ?? 0,
    lost: changes.get(part)?.lost ?? 0,
  }));
