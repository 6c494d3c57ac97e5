import { eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { lateBefore } from '#src/features/agency/applications/applications.rules.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { commissionAt } from '#src/features/money/plans/server/commission-at.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { isUncounted } from '#src/features/money/plans/server/count-commissions.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { recordTotals } from '#src/platform/database/record-totals.table.ts';
import { countOf, hasState } from '#src/platform/database/record-totals.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import { FIGURE_LIMIT } from '../dashboard.rules.ts';
import type { BackOfficeDashboard } from '../dashboard.schema.ts';
import { boundedCount, OWED_REFUNDS } from './bounded-count.ts';

/** A figure that stops just above the limit, like those that are counted one by one. */
const bounded = (count: SQL): SQL<number> =>
  sql`least(${count}, ${sql.raw(String(FIGURE_LIMIT + 1))})`;

const TODAY = sql`(now() at time zone 'UTC')::date`;
const { day, percent, cents } = recordTotals;
const isOpen = hasState('assigned', 'in_progress');
// Few are due today; the days before are counted.
const overdueToday = sql`(select count(*)::int from ${tasks}
  where coalesce(${tasks.dueDate}, 'infinity') >= ${TODAY}::timestamp at time zone 'UTC'
    and coalesce(${tasks.dueDate}, 'infinity') < now() and ${tasks.status} in ('assigned', 'in_progress'))`;

// Active subscriptions without a plan earn nothing.
const isSold = sql`${hasState('active', 'cancelling')} and ${percent} is not null`;

/** What the commissions that have started since the last count change, each for few minutes. */
const uncountedShare = sql`coalesce((
  select sum(active.cents * (coalesce(${subscriptionPlans.countedPercent}, ${subscriptionPlans.platformCommissionPercent})
    - ${commissionAt()}::numeric) / 100)
  from (select distinct ${commissionRates.planId} as plan_id from ${commissionRates} where ${isUncounted}) started
  join ${subscriptionPlans} on ${subscriptionPlans.id} = started.plan_id
  cross join lateral (
    select coalesce(sum(${userSubscriptions.priceCents}), 0) as cents from ${userSubscriptions}
    where ${userSubscriptions.subscriptionPlanId} = ${subscriptionPlans.id}
      and ${eq(userSubscriptions.status, sql.raw("'active'"))}) active), 0)`;

const isPending = sql`${influencerApplications.status} = 'pending'`;

const tasksIn = (...states: string[]) => bounded(countOf('task', hasState(...states)));
const usersWith = (role: string) => bounded(countOf('role', hasState(role)));
// Few arrived since then.
const recentApplications = sql`(select count(*)::int from ${influencerApplications}
  where ${isPending} and ${influencerApplications.createdAt} >= ${sql.placeholder('lateFrom')}::timestamptz)`;
const pendingApplications = countOf('application', hasState('pending'));

const FIGURES = {
  applications: bounded(countOf('application')),
  pending: bounded(pendingApplications),
  late: bounded(sql`${pendingApplications} - ${recentApplications}`),
  openMessages: bounded(countOf('message')),
  influencers: usersWith('influencer'),
  staff: usersWith('staff'),
  admins: usersWith('admin'),
  newFans: bounded(
    countOf('role', hasState('subscriber'), sql`${day} = date_trunc('month', ${TODAY})::date`),
  ),
  tasks: bounded(countOf('task')),
  assigned: tasksIn('assigned'),
  inProgress: tasksIn('in_progress'),
  toReview: tasksIn('completed'),
  closed: tasksIn('closed'),
  rejected: tasksIn('rejected'),
  failed: tasksIn('failed'),
  cancelled: tasksIn('cancelled'),
  overdue: bounded(sql`${countOf('task', isOpen, sql`${day} < ${TODAY}`)} + ${overdueToday}`),
  activeSubscribers: countOf('subscription', isSold),
  revenueCents: sql<number>`round(${uncountedShare} + coalesce(
    sum(${cents} * (100 - ${percent}) / 100) filter (where ${isSold}), 0))::float8`,
  issues: bounded(
    sql`${countOf('subscription', hasState('past_due'))} + ${boundedCount(sql`${userSubscriptions}`, isOverdueNow)}`,
  ),
  refundsOwed: boundedCount(OWED_REFUNDS.from, OWED_REFUNDS.where),
};

/**
 * Prepares the figures of the whole platform. Their cost does not grow with the records: they are totals.
 * The statement is written once, because writing it takes as long as running it.
 */
export function preparePlatformFigures(pool: Pool): () => Promise<BackOfficeDashboard> {
  const readFigures = prepareSelect(
    pool,
    FIGURES,
    (columns) => sql`select ${columns} from ${recordTotals}`,
    'platform_figures',
  );
  return async () => {
    const [row] = await readFigures({ lateFrom: lateBefore(Date.now()) });
    return arrange(row!);
  };
}

type Figures = Record<
  | keyof Omit<BackOfficeDashboard['tasks'], 'total'>
  | keyof BackOfficeDashboard['people']
  | keyof BackOfficeDashboard['payments']
  | 'applications'
  | 'tasks'
  | 'pending'
  | 'late'
  | 'openMessages'
  | 'activeSubscribers'
  | 'revenueCents',
  number
>;

function arrange({
  applications,
  pending,
  late,
  tasks: total,
  ...row
}: Figures): BackOfficeDashboard {
  const { influencers, staff, admins, newFans, issues, refundsOwed, openMessages } = row;
  const { assigned, inProgress, toReview, closed, rejected, failed, cancelled, overdue } = row;
  return {
    applications: { total: applications, pending, late },
    people: { influencers, staff, admins, newFans },
    tasks: {
      total,
      assigned,
      inProgress,
      toReview,
      closed,
      rejected,
      failed,
      cancelled,
      overdue,
    },
    activeSubscribers: row.activeSubscribers,
    payments: { issues, refundsOwed },
    estimatedMonthlyRevenueCents: row.revenueCents,
    openMessages,
  };
}
