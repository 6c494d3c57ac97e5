import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  markStaffNotificationsReadSchema,
  staffNotificationListSchema,
  unreadStaffNotificationsSchema,
  type StaffNotification,
} from '../staff-notifications.schema.ts';
import { workQueueQuerySchema, workQueueSchema } from '../work-queue.schema.ts';
import { countUnread, listNotifications, markAllRead, markRead } from './staff-notifications.ts';
import { getWorkQueue } from './work-queue.ts';

const backOffice = as('admin', 'staff');

const EXAMPLE: StaffNotification = {
  id: '3d7f0c52-9f0e-4f0a-9f5c-0a7be5c1d2a4',
  kind: 'application',
  createdAt: '2026-11-20T09:00:00.000Z',
  isRead: false,
  title: 'Marlowe Vesperine',
  detail: 'Travel',
};

/** The bell of the back office, and the queue of its work. */
export function staffNotificationsApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/work-queue',
      {
        id: 'getWorkQueue',
        summary: 'Count what waits for the staff by kind, the longest wait first',
        query: workQueueQuerySchema,
        output: workQueueSchema,
        example: {
          items: [{ kind: 'application', count: 3, late: 1, oldestAt: '2026-11-18T09:00:00.000Z' }],
        },
      },
      async ({ actor, query }) => ({ items: await getWorkQueue(pool, actor, query) }),
    ),
    backOffice.get(
      '/api/staff-notifications/unread',
      {
        id: 'countUnreadStaffNotifications',
        summary: 'Count what waits for the staff and that you have not read, up to 1,001',
        output: unreadStaffNotificationsSchema,
        example: { count: 3 },
      },
      async ({ actor }) => ({ count: await countUnread(pool, actor) }),
    ),
    backOffice.get(
      '/api/staff-notifications',
      {
        id: 'listStaffNotifications',
        summary: 'List the 50 newest items that wait for the staff: applications, tasks, messages',
        output: staffNotificationListSchema,
        example: { notifications: [EXAMPLE] },
      },
      async ({ actor }) => ({ notifications: await listNotifications(pool, actor) }),
    ),
    backOffice.post(
      '/api/staff-notifications/read',
      {
        id: 'markStaffNotificationsRead',
        summary: 'Mark all your staff notifications as read, or that of one record',
        body: markStaffNotificationsReadSchema,
        output: z.object({}),
        example: {},
      },
      async ({ actor, body: { id } }) => {
        if (id) await markRead(db, actor, id);
        else await markAllRead(db, actor);
        return {};
      },
    ),
  ]);
}
