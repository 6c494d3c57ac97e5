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
import { readHeldBack } from '#src/features/money/payouts/server/held-back.ts';
import { readOwnPayouts, sumOwnPayouts } from '#src/features/money/payouts/server/own-payouts.ts';
import { estimatedMonthlyRevenueCents } from '#src/features/money/plans/plans.rules.ts';
import { commissionAt, plannedCommission } from '#src/features/money/plans/server/commission-at.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { daysOf, periodOf } from '../earnings.rules.ts';
import type { EarningRange, earningsSchema } from '../earnings.schema.ts';
import { countPayingFans, onlyOf, sumMoney } from './earnings-money.ts';
import { countSubscribers, sumSpan } from './earnings-subscribers.ts';
import { addUp, pointsOf, sumChanges } from './earnings-sums.ts';

type Dependencies = { db: Db; pool: Pool };
type Owner = Pick<Actor, 'userId'>;

/** The actor's earnings in a range, from the ledger, and the change in subscriptions. */
export async function getEarnings(
  { db, pool }: Dependencies,
  actor: Owner,
  range: EarningRange,
  now: Date,
): Promise<z.input<typeof earningsSchema>> {
  const { userId } = actor;
  const current = await readCurrent(pool, userId);
  const { firstAt, openCents, activeSubscribers } = current;
  const period = periodOf(range, now, firstAt);
  const whose = onlyOf(userId);
  const [money, changes, paying, before, plan, payouts, heldBack, recentPayouts] =
    await Promise.all([
      sumMoney(pool, whose, period),
      countSubscribers(pool, whose, period),
      countPayingFans(pool, whose, period),
      period.before && sumSpan(pool, userId, period.before),
      findPlan(db, userId, activeSubscribers),
      sumOwnPayouts(db, actor, now),
      readHeldBack(db, userId, now),
      readOwnPayouts(db, actor, RECENT_PAYOUTS),
    ]);
  // Influencers do not see what the provider charges the agency.
  const { providerFeeCents: _provider, disputeFeeCents: _dispute, ...sums } = addUp(money.values());
  return {
    range,
    days: daysOf(period, now),
    isRunning: period.isRunning,
    money: sums,
    subscribers: { ...sumChanges(period, changes), paying },
    averageCents: paying === 0 ? null : Math.round(sums.shareCents / paying),
    before: period.before && before && { ...daysOf(period.before, now), ...before },
    series: { unit: period.unit, points: pointsOf(period, money, changes) },
    activeSubscribers,
    plan,
    openCents,
    payouts,
    heldBack,
    recentPayouts,
  };
}

const me = sql`me.id`;

const CURRENT = {
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
): Promise<z.input<typeof earningsSchema>['plan']> {
  const [plan] = await db
    .select({
      priceMonthlyCents: subscriptionPlans.priceMonthlyCents,
      platformCommissionPercent: commissionAt(),
      plannedCommission,
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
