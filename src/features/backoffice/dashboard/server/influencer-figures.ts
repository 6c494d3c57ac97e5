import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { ownShare } from '#src/features/money/earnings/server/earnings-money.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { NEXT_TASKS, type influencerDashboardSchema } from '../dashboard.schema.ts';

type InfluencerDashboard = z.input<typeof influencerDashboardSchema>;
type Task = InfluencerDashboard['nextTasks'][number];
type Figures = Omit<InfluencerDashboard, 'earnings' | 'nextTasks'>;

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

const sumSince = (start: SQL) => sql`coalesce(sum(cents) filter (where at >= ${start}), 0)::float8`;

const earned = sql`
  select ${sumSince(thisMonth)} as "monthCents",
    ${sumSince(sql`date_trunc('year', now())`)} as "yearCents",
    ${sumSince(sql`'-infinity'`)} as "lifetimeCents"
  from ${ownShare(me)} earned`;

const nextTasks = sql`
  select ${tasks.id} as id, ${tasks.title} as title, ${tasks.status} as status, ${tasks.dueDate} as "dueDate"
  from ${tasks} where ${isMine} and ${isOpen}
  order by coalesce(${tasks.dueDate}, 'infinity'), ${tasks.id} limit ${sql.raw(String(NEXT_TASKS))}`;

/** Prepares the reader of an influencer's own dashboard. */
export function prepareInfluencerFigures(pool: Pool) {
  const readFigures = prepareStatement<Figures>(pool, figures, 'dashboard_figures');
  type Earnings = InfluencerDashboard['earnings'];
  const readEarned = prepareStatement<Earnings>(pool, earned, 'dashboard_earned');
  const readTasks = prepareStatement<Task>(pool, nextTasks, 'dashboard_tasks');

  return async ({ userId: influencerId }: Pick<Actor, 'userId'>): Promise<InfluencerDashboard> => {
    const [[figuresRow], [earnings], nextTaskRows] = await Promise.all([
      readFigures({ influencerId }),
      readEarned({ influencerId }),
      readTasks({ influencerId }),
    ]);
    return {
      ...figuresRow!,
      earnings: earnings!,
      nextTasks: nextTaskRows,
    };
  };
}
