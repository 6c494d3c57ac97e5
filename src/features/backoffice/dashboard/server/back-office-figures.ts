import { eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { lateBefore } from '#src/features/agency/applications/applications.rules.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { commissionAt } from '#src/features/money/plans/server/commission-at.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { selectRows, type RowOf, type Selection } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { BackOfficeDashboard } from '../dashboard.schema.ts';
import { boundedCount, OWED_REFUNDS } from './bounded-count.ts';
import { preparePlatformFigures } from './platform-figures.ts';

const isActive = eq(userSubscriptions.status, 'active');

async function selectOne<Fields extends Selection>(
  pool: Pool,
  fields: Fields,
): Promise<RowOf<Fields>> {
  const [row] = await selectRows(pool, fields, (columns) => sql`select ${columns}`);
  return row!;
}

function countReception(pool: Pool, actor: Actor) {
  const from = sql`${influencerApplications}`;
  const isPending = eq(influencerApplications.status, 'pending');
  const isLate = lt(influencerApplications.createdAt, lateBefore(Date.now()));
  return selectOne(pool, {
    total: boundedCount(from),
    pending: boundedCount(from, isPending),
    late: boundedCount(from, isPending, isLate),
    openMessages: boundedCount(
      sql`${contactMessages}`,
      sql`${contactMessages.answeredAt} is null`,
      isVisibleTo(actor),
    ),
  });
}

function countPeople(pool: Pool, actor: Actor) {
  const from = sql`${userRoles}`;
  const subscribedInScope = sql`exists (select from ${userSubscriptions}
    where ${userSubscriptions.subscriberId} = ${userRoles.userId}
      and ${inScope(actor, userSubscriptions.influencerId)})`;
  return selectOne(pool, {
    influencers: boundedCount(
      from,
      eq(userRoles.role, 'influencer'),
      inScope(actor, userRoles.userId),
    ),
    staff: boundedCount(from, eq(userRoles.role, 'staff')),
    admins: boundedCount(from, eq(userRoles.role, 'admin')),
    newFans: boundedCount(
      from,
      eq(userRoles.role, 'subscriber'),
      gte(userRoles.createdAt, sql`date_trunc('month', now())`),
      subscribedInScope,
    ),
  });
}

function countTasks(pool: Pool, actor: Actor) {
  const count = (...conditions: SQL[]) =>
    boundedCount(sql`${tasks}`, inScope(actor, tasks.assignedTo), ...conditions);
  const isCompleted = eq(tasks.status, 'completed');
  return selectOne(pool, {
    total: count(),
    assigned: count(eq(tasks.status, 'assigned')),
    inProgress: count(eq(tasks.status, 'in_progress')),
    toReview: count(isCompleted, sql`${tasks.closedAt} is null`),
    closed: count(isCompleted, sql`${tasks.closedAt} is not null`),
    rejected: count(eq(tasks.status, 'rejected')),
    failed: count(eq(tasks.status, 'failed')),
    cancelled: count(eq(tasks.status, 'cancelled')),
    overdue: count(
      sql`${tasks.status} in ('assigned', 'in_progress')`,
      sql`coalesce(${tasks.dueDate}, 'infinity') < now()`,
    ),
  });
}

function countPayments(pool: Pool, actor: Actor) {
  const isTheirs = inScope(actor, userSubscriptions.influencerId);
  return selectOne(pool, {
    issues: boundedCount(
      sql`${userSubscriptions}`,
      sql`(${userSubscriptions.status} = 'past_due' or ${isOverdueNow})`,
      isTheirs,
    ),
    refundsOwed: boundedCount(OWED_REFUNDS.from, OWED_REFUNDS.where, isTheirs),
  });
}

/** Active subscribers x price x (1 - commission / 100), each at the price that they pay. */
async function sumSubscriptions(pool: Pool, actor: Actor) {
  const { subscriptionPlanId: plan, priceCents } = userSubscriptions;
  const share = sql`(100 - ${commissionAt()}) / 100`;
  const [row] = await selectRows(
    pool,
    {
      subscribers: sql<number>`coalesce(sum(subscribers), 0)::int`,
      revenue: sql<number>`coalesce(round(sum(subscribers * price * ${share})), 0)::float8`,
    },
    (columns) => sql`
      select ${columns} from (
        select ${plan} as plan, ${priceCents} as price, count(*) as subscribers
        from ${userSubscriptions} where ${isActive} and ${inScope(actor, userSubscriptions.influencerId)}
        group by 1, 2
      ) sold join ${subscriptionPlans} on ${subscriptionPlans.id} = sold.plan`,
  );
  return row!;
}

/** The figures of the records within a staff member's limit, counted one by one. */
async function countFigures(pool: Pool, actor: Actor): Promise<BackOfficeDashboard> {
  const [{ openMessages, ...applications }, people, taskCounts, subscriptions, payments] =
    await Promise.all([
      countReception(pool, actor),
      countPeople(pool, actor),
      countTasks(pool, actor),
      sumSubscriptions(pool, actor),
      countPayments(pool, actor),
    ]);
  return {
    applications,
    people,
    tasks: taskCounts,
    activeSubscribers: subscriptions.subscribers,
    payments,
    estimatedMonthlyRevenueCents: subscriptions.revenue,
    openMessages,
  };
}

/** Prepares the back office's figures, within the actor's limit. */
export function prepareBackOfficeFigures(
  pool: Pool,
): (actor: Actor) => Promise<BackOfficeDashboard> {
  const readPlatformFigures = preparePlatformFigures(pool);
  return (actor) => (actor.isLimited ? countFigures(pool, actor) : readPlatformFigures());
}
