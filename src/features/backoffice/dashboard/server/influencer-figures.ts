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
import { prepareSelect, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { NEXT_TASKS, type influencerDashboardSchema } from '../dashboard.schema.ts';

type InfluencerDashboard = z.input<typeof influencerDashboardSchema>;

const me = sql`${sql.placeholder('influencerId')}::uuid`;
const isOpen = sql`${tasks.status} in ('assigned', 'in_progress')`;
const isMine = sql`${tasks.assignedTo} = ${me}`;
const thisMonth = sql`date_trunc('month', now())`;

const FIGURES = {
  activeSubscribers: sql<number>`(select count(*)::int from ${userSubscriptions}
    where ${userSubscriptions.influencerId} = ${me} and ${userSubscriptions.status} = 'active')`,
  tasksOpen: sql<number>`(select count(*)::int from ${tasks} where ${isMine} and ${isOpen})`,
  tasksCompleted: sql<number>`(select count(*)::int from ${tasks}
    where ${isMine} and ${tasks.status} = 'completed')`,
  postsPublished: sql<number>`(select count(*)::int from ${contentPosts}
    where ${contentPosts.influencerId} = ${me} and ${contentPosts.publishedAt} is not null)`,
  totalFollowers: sql<number>`(${profiles.instagramFollowers}::bigint + ${profiles.tiktokFollowers}
    + ${profiles.youtubeSubscribers})::float8`,
  hasPublicPage: sql<boolean>`(
    ${profiles.isActive} and not ${profiles.isDraft} and ${profiles.publicUrl} is not null
    and not ${isSuspendedNow})`,
} satisfies SelectionOf<Omit<InfluencerDashboard, 'earnings' | 'nextTasks'>>;

const sumSince = (start: SQL) =>
  sql<number>`coalesce(sum(cents) filter (where at >= ${start}), 0)::float8`;

const EARNED = {
  monthCents: sumSince(thisMonth),
  yearCents: sumSince(sql`date_trunc('year', now())`),
  lifetimeCents: sumSince(sql`'-infinity'`),
} satisfies SelectionOf<InfluencerDashboard['earnings']>;

const NEXT_TASK = {
  id: tasks.id,
  title: tasks.title,
  status: tasks.status,
  dueDate: tasks.dueDate,
  completedAt: tasks.completedAt,
} satisfies SelectionOf<InfluencerDashboard['nextTasks'][number]>;

/** Prepares the query of an influencer's dashboard. */
export function prepareInfluencerFigures(pool: Pool) {
  const readFigures = prepareSelect(
    pool,
    FIGURES,
    (columns) => sql`
      select ${columns} from ${profiles} join ${users} on ${users.id} = ${profiles.id}
      where ${profiles.id} = ${me}`,
    'dashboard_figures',
  );
  const readEarned = prepareSelect(
    pool,
    EARNED,
    (columns) => sql`select ${columns} from ${ownShare(me)} earned`,
    'dashboard_earned',
  );
  const readTasks = prepareSelect(
    pool,
    NEXT_TASK,
    (columns) => sql`
      select ${columns} from ${tasks} where ${isMine} and ${isOpen}
      order by coalesce(${tasks.dueDate}, 'infinity'), ${tasks.id} limit ${sql.raw(String(NEXT_TASKS))}`,
    'dashboard_tasks',
  );

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
