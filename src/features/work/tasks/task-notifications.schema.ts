import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { TASK_DECISIONS, taskRowSchema } from './tasks.schema.ts';

/** Events that an influencer is notified of, in the bell and by mail. */
export const TASK_EVENTS = [
  'assigned',
  'due_changed',
  'due_soon',
  'overdue',
  ...TASK_DECISIONS,
] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

/** Maximum number of notifications in the list of the bell. */
export const TASK_NOTIFICATION_LIMIT = 50;

export const taskNotificationSchema = z.object({
  id: z.uuid(),
  event: z.enum(TASK_EVENTS),
  createdAt: instantSchema,
  isRead: z.boolean(),
  /** The current task. */
  task: taskRowSchema.pick({ id: true, title: true, dueDate: true }),
});
export type TaskNotification = z.infer<typeof taskNotificationSchema>;
export const taskNotificationListSchema = z.object({
  notifications: z.array(taskNotificationSchema),
});
export const unreadTaskNotificationsSchema = z.object({ count: z.int() });
/** Without a task, all are marked as read. */
export const markTasksReadSchema = z.object({ taskId: z.uuid().optional() });
export const markedTasksSchema = z.object({ marked: z.int() });
