import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  TASK_NOTIFICATION_LIMIT,
  type markTasksReadSchema,
  type TaskEvent,
  type taskNotificationSchema,
} from '../task-notifications.schema.ts';
import { TASK_MAIL_QUEUE } from './task-mails.ts';
import { taskNotifications as notifications } from './task-notifications.table.ts';
import { tasks } from './tasks.table.ts';

type Assigned = { id: string; assignedTo: string };

/** The columns of which a notification is unique. */
export const NOTIFICATION_KEY = [
  notifications.taskId,
  notifications.recipientId,
  notifications.event,
];

/** Notifies the assignees of tasks of an event in the bell and by mail, within the transaction. */
export async function notifyAssignees(
  tx: Db,
  jobs: Jobs,
  assigned: Assigned[],
  event: TaskEvent,
  mailDelay?: { afterSeconds: number },
): Promise<void> {
  const added = await tx
    .insert(notifications)
    .values(assigned.map(({ id, assignedTo }) => ({ taskId: id, recipientId: assignedTo, event })))
    .onConflictDoUpdate({ target: NOTIFICATION_KEY, set: { createdAt: sql`now()`, readAt: null } })
    .returning();
  await announceNotifications(tx, jobs, added, mailDelay);
}

/** Adds the mails of new notifications, and shows them in open bells. */
export async function announceNotifications(
  tx: Db,
  jobs: Jobs,
  added: (typeof notifications.$inferSelect)[],
  mailDelay?: { afterSeconds: number },
): Promise<void> {
  for (const { id, createdAt, recipientId } of added) {
    await jobs.enqueue(tx, TASK_MAIL_QUEUE, { id, at: createdAt }, mailDelay);
    await publishLiveEvent(tx, { topic: 'tasks', userId: recipientId });
  }
}

/** Deletes notifications of a task: those of some events, or all for its reassignment. */
export async function deleteNotifications(
  tx: Db,
  taskId: string,
  events?: TaskEvent[],
): Promise<void> {
  await tx
    .delete(notifications)
    .where(and(eq(notifications.taskId, taskId), events && inArray(notifications.event, events)));
}

const unreadOf = (recipientId: string | ReturnType<typeof sql.placeholder>) =>
  and(eq(notifications.recipientId, recipientId), isNull(notifications.readAt));

export function createTaskNotifications(db: Db) {
  const recipient = sql.placeholder('recipientId');
  const unread = db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(unreadOf(recipient))
    .prepare('task_notifications_unread');
  const newest = db
    .select({
      id: notifications.id,
      event: notifications.event,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      task: { id: tasks.id, title: tasks.title, dueDate: tasks.dueDate },
    })
    .from(notifications)
    .innerJoin(tasks, eq(tasks.id, notifications.taskId))
    .where(eq(notifications.recipientId, recipient))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(TASK_NOTIFICATION_LIMIT)
    .prepare('task_notifications_newest');

  return {
    async countUnread({ userId: recipientId }: Actor): Promise<number> {
      const [row] = await unread.execute({ recipientId });
      return row!.count;
    },
    async listNewest({
      userId: recipientId,
    }: Actor): Promise<z.input<typeof taskNotificationSchema>[]> {
      const rows = await newest.execute({ recipientId });
      return rows.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null }));
    },
  };
}

/** Marks all the actor's notifications as read, or those of one task. */
export async function markTaskNotificationsRead(
  db: Db,
  { userId }: Actor,
  { taskId }: z.output<typeof markTasksReadSchema>,
): Promise<number> {
  const marked = await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(unreadOf(userId), taskId ? eq(notifications.taskId, taskId) : undefined))
    .returning({ id: notifications.id });
  // Published after the change: other tabs do not need a common transaction.
  if (marked.length > 0) await publishLiveEvent(db, { topic: 'notifications', userId });
  return marked.length;
}
