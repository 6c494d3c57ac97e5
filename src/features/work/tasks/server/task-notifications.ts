import { and, desc, eq, isNull, sql } from 'drizzle-orm';
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
} from '../tasks.schema.ts';
import { TASK_MAIL_QUEUE } from './task-mails.ts';
import { taskNotifications as notifications } from './task-notifications.table.ts';
import { tasks } from './tasks.table.ts';

type Assigned = { id: string; assignedTo: string };

/** Notifies the assignee of an event in the bell and by mail, within the transaction. */
export async function notifyAssignee(
  tx: Db,
  jobs: Jobs,
  { id: taskId, assignedTo: recipientId }: Assigned,
  event: TaskEvent,
): Promise<void> {
  const [notification] = await tx
    .insert(notifications)
    .values({ taskId, recipientId, event })
    .onConflictDoUpdate({
      target: [notifications.taskId, notifications.recipientId, notifications.event],
      set: { createdAt: sql`now()`, readAt: null },
    })
    .returning({ id: notifications.id, createdAt: notifications.createdAt });
  const { id, createdAt } = notification!;
  await jobs.enqueue(tx, TASK_MAIL_QUEUE, { id, at: createdAt });
}

/** Deletes the notifications of a task, for its reassignment. */
export async function deleteNotifications(tx: Db, taskId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.taskId, taskId));
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
