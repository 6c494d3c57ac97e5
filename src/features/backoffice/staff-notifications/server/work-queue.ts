import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { reconciliationItems } from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { ofActor } from '#src/features/work/tasks/server/tasks.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import { backupStates } from '#src/platform/backup/backup-runs.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { workItemSchema, WorkKind, WorkQueueQuery } from '../work-queue.schema.ts';
import { kindOf, type WaitingItems } from './waiting-item.ts';
import { listWaitingItems } from './waiting-items.ts';

type WorkItem = z.input<typeof workItemSchema>;
type Waiting = Pick<WaitingItems, 'from' | 'where' | 'at' | 'isMine' | 'isLate'> & {
  kind: SQL<WorkKind>;
};

const overdueTasks = (actor: Actor): Waiting => ({
  kind: kindOf('overdue_task'),
  from: sql`${tasks}`,
  // Literals, for the index of open tasks.
  where: and(
    sql`${tasks.status} in ('assigned', 'in_progress')`,
    sql`coalesce(${tasks.dueDate}, 'infinity') < now()`,
    ofActor(actor),
  ),
  at: tasks.dueDate,
  isMine: eq(tasks.ownedBy, actor.userId),
  isLate: sql`true`,
});

const failedFiles = (actor: Actor): Waiting => ({
  kind: kindOf('file'),
  from: sql`${contentMedia} join ${contentPosts} on ${contentPosts.id} = ${contentMedia.postId}`,
  where: and(sql`${contentMedia.state} = 'failed'`, inScope(actor, contentPosts.influencerId)),
  at: contentMedia.createdAt,
});

const paymentIssues = (actor: Actor): Waiting => ({
  kind: kindOf('payment'),
  from: sql`${userSubscriptions}`,
  where: and(
    or(sql`${userSubscriptions.status} = 'past_due'`, isOverdueNow),
    inScope(actor, userSubscriptions.influencerId),
  ),
  at: sql`coalesce(${userSubscriptions.pastDueSince}, ${userSubscriptions.currentPeriodEnd})`,
});

const pendingPayouts = (actor: Actor): Waiting => ({
  kind: kindOf('payout'),
  from: sql`${payouts}`,
  where: and(
    sql`${payouts.status} in ('pending', 'approved', 'sent', 'returned')`,
    inScope(actor, payouts.influencerId),
  ),
  at: payouts.createdAt,
});

// Those that somebody else proposed.
const proposedCorrections = (actor: Actor): Waiting => ({
  kind: kindOf('correction'),
  from: sql`${corrections} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${corrections.shareAccountId}`,
  where: and(
    sql`${corrections.status} = 'proposed'`,
    ne(corrections.requestedBy, actor.userId),
    inScope(actor, ledgerAccounts.influencerId),
  ),
  at: corrections.createdAt,
});

const differences: Waiting = {
  kind: kindOf('reconciliation'),
  from: sql`${reconciliationItems}`,
  // A literal, for the index of open ones.
  where: sql`${reconciliationItems.status} = 'open'`,
  at: reconciliationItems.openedAt,
};

/** Backups, or tests of them, that failed or are late. */
const missingBackups: Waiting = {
  kind: kindOf('backup'),
  from: sql`${backupStates} states`,
  where: sql`states.failure is not null or states."isLate"`,
  at: sql`states.since`,
  isLate: sql`states."isLate"`,
};

const COLUMNS = {
  kind: sql<WorkKind>`kind`,
  count: sql<number>`count(*)::int`,
  late: sql<number>`count(*) filter (where is_late)::int`,
  oldestAt: sql<Date>`min(at)`,
} satisfies SelectionOf<WorkItem>;

/** Counts what waits for the staff and is in the actor's scope, by kind, the longest wait first. */
export function getWorkQueue(
  pool: Pool,
  actor: Actor,
  { owner }: WorkQueueQuery = {},
): Promise<WorkItem[]> {
  const all: Waiting[] = [
    ...listWaitingItems(actor),
    overdueTasks(actor),
    failedFiles(actor),
    paymentIssues(actor),
    proposedCorrections(actor),
    pendingPayouts(actor),
    // They concern all influencers.
    ...(actor.isLimited ? [] : [differences]),
    ...(actor.role === 'admin' ? [missingBackups] : []),
  ];
  const kinds = owner ? all.filter(({ isMine }) => isMine) : all;
  const waiting = kinds.map(
    ({ kind, from, where, at, isMine, isLate }) => sql`
      (select ${kind} as kind, ${at} as at, ${isLate ?? sql`false`} as is_late from ${from} where ${and(where, owner && isMine) ?? sql`true`}
      order by ${at} limit ${COUNT_LIMIT + 1})`,
  );
  return selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from (${sql.join(waiting, sql` union all `)}) items
      group by kind order by min(at)`,
  );
}
