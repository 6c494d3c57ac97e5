import { and, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { taskNotifications as notifications } from './task-notifications.table.ts';
import { announceNotifications, NOTIFICATION_KEY } from './task-notifications.ts';
import { tasks } from './tasks.table.ts';

/** Reminders per statement. */
const BATCH = 500;

type Reminder = 'due_soon' | 'overdue';

// The expression of the index.
const DUE = sql`coalesce(${tasks.dueDate}, 'infinity')`;
const DAY = sql`interval '1 day'`;

/** Due dates that need a reminder. After a longer standstill of the jobs, no old ones are sent. */
const isDueFor = (reminder: Reminder, now: Date) =>
  reminder === 'due_soon'
    ? sql`${DUE} > ${now}::timestamptz and ${DUE} <= ${now}::timestamptz + ${DAY}`
    : sql`${DUE} > ${now}::timestamptz - 4 * ${DAY} and ${DUE} <= ${now}::timestamptz - ${DAY}`;

/** Whether the influencer received the due date or this reminder so late that it needs none. */
const isInformed = (reminder: Reminder) => sql`exists (
  select from ${notifications}
  where ${notifications.taskId} = ${tasks.id} and (
    ${notifications.event} = ${reminder} or
    ${notifications.event} in ('assigned', 'due_changed') and ${notifications.createdAt} >
      ${tasks.dueDate} ${sql.raw(reminder === 'due_soon' ? '-' : '+')} ${DAY}
  ))`;

/**
 * Reminds influencers of unfinished tasks one day before the due date and one day after it, once
 * each: the unique key of the notification claims the reminder.
 */
export async function remindAssignees(
  { db, jobs }: { db: Db; jobs: Jobs },
  now: Date,
): Promise<void> {
  for (const reminder of ['due_soon', 'overdue'] as const) {
    let count: number;
    do count = await remind({ db, jobs }, reminder, now);
    while (count === BATCH);
  }
}

const remind = ({ db, jobs }: { db: Db; jobs: Jobs }, event: Reminder, now: Date) =>
  db.transaction(async (tx) => {
    const due = await tx
      .select({ taskId: tasks.id, recipientId: tasks.assignedTo })
      .from(tasks)
      .where(
        and(
          inArray(tasks.status, ['assigned', 'in_progress']),
          isDueFor(event, now),
          sql`not ${isInformed(event)}`,
        ),
      )
      .limit(BATCH)
      // A concurrent submission or change of the due date comes first.
      .for('update', { skipLocked: true });
    if (due.length === 0) return 0;
    const added = await tx
      .insert(notifications)
      .values(due.map((task) => ({ ...task, event })))
      .onConflictDoNothing({ target: NOTIFICATION_KEY })
      .returning();
    await announceNotifications(tx, jobs, added);
    return due.length;
  });
