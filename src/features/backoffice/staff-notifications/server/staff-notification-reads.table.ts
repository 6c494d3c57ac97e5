import { pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant } from '#src/platform/database/columns.ts';

/**
 * When a user of the back office read a notification; without an item, all notifications until then.
 * The notifications themselves have no rows: they are the records that wait for the staff.
 */
export const staffNotificationReads = pgTable(
  'staff_notification_reads',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The record that was opened. No foreign key: records of several tables. */
    itemId: uuid(),
    readAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('staff_notification_reads_key').on(table.userId, table.itemId).nullsNotDistinct(),
  ],
);
