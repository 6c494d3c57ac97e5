import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/accounts/server/suspended.ts';
import { payouts } from '#src/features/payouts/server/payouts.table.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import { contentPosts } from '#src/features/posts/server/posts.table.ts';
import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/tasks/server/tasks.table.ts';
import { splitPrice } from '#src/lib/money.ts';
import type { Actor } from '#src/platform/operation.ts';
import { prepareStatement } from '#src/platform/statement.ts';
import { NEXT_TASKS, type InfluencerDashboard } from '../dashboard.schema.ts';

type Task = InfluencerDashboard['nextTasks'][number];
type Figures = Omit<InfluencerDashboard, 'earnings' | 'nextTasks'>;
type Sold = { priceCents: number; commissionPercent: number; subscribers: number };

const me = sql`${sql.placeholder('influencerId')}::uuid`;
const isOpen = sql`${tasks.status} in ('assigned', 'in_progress')`;
const isMine = sql`${tasks.assignedTo} = ${me}`;
const thisMonth = sql`date_trunc('month', now())`;

const figures = sql`
  select
    (select count(*)::int from ${userSubscriptions}
      where ${userSubscriptions.influencerId} = ${me} and ${userSubscriptions.status} = 'active') as "activeSubscribers",
    (select count(*)::int from ${tasks} where ${isMine} and ${isOpen}) as "tasksOpen",
    (select count(*)::int from ${tasks} where ${isMine} and ${tasks.status} = 'completed') as "tasksCompleted",
    (select count(*)::int from ${contentPosts}
      where ${contentPosts.influencerId} = ${me} and ${contentPosts.publishedAt} is not null) as "postsPublished",
    (${profiles.instagramFollowers}::bigint + ${profiles.tiktokFollowers} + ${profiles.youtubeSubscribers})::float8 as "totalFollowers",
    ${profiles.isActive} and ${profiles.publicUrl} is not null and not ${isSuspendedNow} as "hasPublicPage"
  from ${profiles} join ${users} on ${users.id} = ${profiles.id} where ${profiles.id} = ${me}`;

const sumSince = (start: ReturnType<typeof sql>) =>
  sql`coalesce(sum(${payouts.netPayoutCents}) filter (where ${payouts.periodStart} >= ${start}), 0)::float8`;

const ledger = sql`
  select ${sumSince(thisMonth)} as "monthCents",
    ${sumSince(sql`date_trunc('year', now())`)} as "yearCents",
    ${sumSince(sql`'-infinity'`)} as "lifetimeCents"
  from ${payouts} where ${payouts.influencerId} = ${me}`;

// Paid for in this month, in a time that no payout covers yet.
const soldThisMonth = sql`
  select ${userSubscriptions.priceCents} as "priceCents",
    ${subscriptionPlans.platformCommissionPercent}::float8 as "commissionPercent",
    count(*)::int as subscribers
  from ${userSubscriptions}
  join ${subscriptionPlans} on ${subscriptionPlans.id} = ${userSubscriptions.subscriptionPlanId}
  where ${userSubscriptions.influencerId} = ${me} and ${userSubscriptions.status} = 'active'
    and ${userSubscriptions.currentPeriodStart} between ${thisMonth} and now()
    and not exists (select from ${payouts} where ${payouts.influencerId} = ${me}
      and ${userSubscriptions.currentPeriodStart}::date between ${payouts.periodStart} and ${payouts.periodEnd})
  group by 1, 2`;

const nextTasks = sql`
  select ${tasks.id} as id, ${tasks.title} as title, ${tasks.status} as status, ${tasks.dueDate} as "dueDate"
  from ${tasks} where ${isMine} and ${isOpen}
  order by coalesce(${tasks.dueDate}, 'infinity'), ${tasks.id} limit ${sql.raw(String(NEXT_TASKS))}`;

const shareOf = ({ priceCents, commissionPercent, subscribers }: Sold): number =>
  splitPrice(priceCents, commissionPercent).influencerCents * subscribers;

/** Prepares the reader of an influencer's own dashboard. */
export function prepareInfluencerFigures(pool: Pool) {
  const readFigures = prepareStatement<Figures>(pool, figures, 'dashboard_figures');
  type Earnings = InfluencerDashboard['earnings'];
  const readLedger = prepareStatement<Earnings>(pool, ledger, 'dashboard_ledger');
  const readSold = prepareStatement<Sold>(pool, soldThisMonth, 'dashboard_sold');
  type Row = Omit<Task, 'dueDate'> & { dueDate: Date | null };
  const readTasks = prepareStatement<Row>(pool, nextTasks, 'dashboard_tasks');

  return async ({ userId: influencerId }: Pick<Actor, 'userId'>): Promise<InfluencerDashboard> => {
    const [[figuresRow], [sums], sold, taskRows] = await Promise.all([
      readFigures({ influencerId }),
      readLedger({ influencerId }),
      readSold({ influencerId }),
      readTasks({ influencerId }),
    ]);
    const soFar = sold.reduce((cents, one) => cents + shareOf(one), 0);
    const { monthCents, yearCents, lifetimeCents } = sums!;
    return {
      ...figuresRow!,
      earnings: {
        monthCents: monthCents + soFar,
        yearCents: yearCents + soFar,
        lifetimeCents: lifetimeCents + soFar,
      },
      nextTasks: taskRows.map((row) => ({ ...row, dueDate: row.dueDate?.toISOString() ?? null })),
    };
  };
}
