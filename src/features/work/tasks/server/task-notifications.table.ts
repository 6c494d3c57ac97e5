import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { TASK_EVENTS } from '../task-notifications.schema.ts';
import { tasks } from './tasks.table.ts';

/**
 * Notifications of task events for influencers; `readAt` is null while unread. When an event occurs
 * again, its row becomes new and unread.
 */
export const taskNotifications = pgTable(
  'task_notifications',
  {
    id: primaryId(),
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    recipientId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event: text({ enum: TASK_EVENTS }).notNull(),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (table) => [
    uniqueIndex('task_notifications_once_key').on(table.taskId, table.recipientId, table.event),
    index('task_notifications_unread_idx')
      .on(table.recipientId)
      .where(sql`${table.readAt} is null`),
    index('task_notifications_newest_idx').on(table.recipientId, table.createdAt, table.id),
    // For the retention.
    index('task_notifications_retention_idx').on(table.createdAt),
    oneOf('task_notifications_event_check', table.event, TASK_EVENTS),
  ],
);
