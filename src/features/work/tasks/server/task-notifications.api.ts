import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  markedTasksSchema,
  markTasksReadSchema,
  taskNotificationListSchema,
  unreadTaskNotificationsSchema,
} from '../task-notifications.schema.ts';
import { createTaskNotifications, markTaskNotificationsRead } from './task-notifications.ts';
import { NOTIFICATION_EXAMPLE } from './tasks.examples.ts';

const influencer = as('influencer');

export function taskNotificationsApi({ db }: { db: Db }) {
  const { countUnread, listNewest } = createTaskNotifications(db);
  return operations([
    influencer.get(
      '/api/task-notifications/unread',
      {
        id: 'countUnreadTaskNotifications',
        summary: 'Count your unread task notifications',
        output: unreadTaskNotificationsSchema,
        example: { count: 2 },
      },
      async ({ actor }) => ({ count: await countUnread(actor) }),
    ),
    influencer.get(
      '/api/task-notifications',
      {
        id: 'listTaskNotifications',
        summary: 'List your 50 newest task notifications',
        output: taskNotificationListSchema,
        example: { notifications: [NOTIFICATION_EXAMPLE] },
      },
      async ({ actor }) => ({ notifications: await listNewest(actor) }),
    ),
    influencer.post(
      '/api/task-notifications/read',
      {
        id: 'markTaskNotificationsRead',
        summary: 'Mark all your task notifications as read, or those of one task',
        body: markTasksReadSchema,
        output: markedTasksSchema,
        example: { marked: 2 },
      },
      async ({ actor, body }) => ({ marked: await markTaskNotificationsRead(db, actor, body) }),
    ),
  ]);
}
