import type { Pool } from 'pg';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  markedSchema,
  markReadSchema,
  notificationListSchema,
  unreadCountSchema,
} from '../notifications.schema.ts';
import { createNotifications, markNotificationsRead } from './notifications.ts';

export function notificationsApi({ db, pool }: { db: Db; pool: Pool }) {
  const { countUnread, listNotifications } = createNotifications({ db, pool });
  return operations([
    as('subscriber').get(
      '/api/notifications/unread',
      {
        id: 'countUnreadNotifications',
        whileViewingAsFan: true,
        summary: 'Count the new posts that the fan has not opened yet',
        output: unreadCountSchema,
        example: { count: 3 },
      },
      async ({ actor }) => ({ count: await countUnread(actor) }),
    ),
    as('subscriber').get(
      '/api/notifications',
      {
        id: 'listNotifications',
        whileViewingAsFan: true,
        summary: 'List the 50 newest notifications of new posts',
        output: notificationListSchema,
        example: { notifications: [] },
      },
      async ({ actor }) => ({ notifications: await listNotifications(actor) }),
    ),
    as('subscriber').post(
      '/api/notifications/read',
      {
        id: 'markNotificationsRead',
        summary: "Mark all notifications as read, or those of one influencer's posts",
        body: markReadSchema,
        output: markedSchema,
        example: { marked: 3 },
      },
      async ({ actor, body }) => ({ marked: await markNotificationsRead(db, actor, body) }),
    ),
  ]);
}
