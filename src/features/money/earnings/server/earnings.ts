import { sql } from 'drizzle-orm';
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
import { orNull, selectPlannedOnce } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { daysOf, periodOf } from '../earnings.rules.ts';
import type { EarningRange, earningsSchema } from '../earnings.schema.ts';
import { countPayingFans, onlyOf, sumMoney } from './earnings-money.ts';
import { countSubscribers, sumSpan } from './earnings-subscribers.ts';
import { addUp, pointsOf, sumChanges } from './earnings-sums.ts';

/** The actor's earnings in a range, from the ledger, and the change in subscriptions. */
export async function getEarnings(
  { pool }: { pool: Pool },
  actor: Pick<Actor, 'userId'>,
  range: EarningRange,
  now: Date,
): Promise<z.input<typeof earningsSchema>> {
  const { userId } = actor;
  const current = await readCurrent(pool, userId);
  const { firstAt, openCents, activeSubscribers } = current;
  const period = periodOf(range, now, firstAt);
  const whose = onlyOf(userId);
  const [money, changes, paying, before, { totals: payouts }, heldBack, recentPayouts] =
    await Promise.all([
      sumMoney(pool, whose, period),
      countSubscribers(pool, whose, period),
      countPayingFans(pool, whose, period),
      period.before && sumSpan(pool, userId, period.before),
      sumOwnPayouts(pool, actor, now),
      readHeldBack(pool, userId, now),
      readOwnPayouts(pool, actor, RECENT_PAYOUTS),
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
    plan: planOf(current),
    openCents,
    payouts,
    heldBack,
    recentPayouts,
  };
}

const me = sql`me.id`;
const isSubscribed = sql`${userSubscriptions.influencerId} = ${me} and ${userSubscriptions.status} = 'active'`;

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
    select count(*)::int from ${userSubscriptions} where ${isSubscribed})`,
  priceMonthlyCents: orNull(subscriptionPlans.priceMonthlyCents),
  platformCommissionPercent: commissionAt(),
  plannedCommission,
  otherPriceCount: sql<number>`(
    select count(*)::int from ${userSubscriptions}
    where ${isSubscribed} and ${userSubscriptions.priceCents} <> ${subscriptionPlans.priceMonthlyCents})`,
};

/** What does not depend on the range. */
async function readCurrent(pool: Pool, influencerId: string) {
  const [row] = await selectPlannedOnce(
    pool,
    CURRENT,
    (columns) => sql`
      select ${columns} from (select ${influencerId}::uuid as id) me
      left join ${ledgerAccounts} on ${ledgerAccounts.influencerId} = ${me}
      left join ${subscriptionPlans} on ${subscriptionPlans.influencerId} = ${me}
        and ${subscriptionPlans.isActive}`,
    'all',
  );
  return row!;
}

/** The active plan with its estimated revenue. */
function planOf({
  activeSubscribers,
  ...current
}: Awaited<ReturnType<typeof readCurrent>>): z.input<typeof earningsSchema>['plan'] {
  const { priceMonthlyCents, platformCommissionPercent, plannedCommission: planned } = current;
  if (priceMonthlyCents === null) return null;
  return {
    priceMonthlyCents,
    platformCommissionPercent,
    plannedCommission: planned,
    split: splitCharge(priceMonthlyCents, platformCommissionPercent),
    estimatedMonthlyRevenueCents: estimatedMonthlyRevenueCents({
      priceMonthlyCents,
      platformCommissionPercent,
      subscriberCount: activeSubscribers,
    }),
    otherPriceCount: current.otherPriceCount,
  };
}
