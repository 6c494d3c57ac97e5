import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, oneOf } from '#src/platform/database/columns.ts';
import { DEADLINE_WARNINGS } from '../complaints.schema.ts';
import { complaints } from './complaints.table.ts';

/** The deadlines of complaints and appeals of which the team was mailed. One that moves is mailed again. */
export const deadlineWarnings = pgTable(
  'deadline_warnings',
  {
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    warning: text({ enum: DEADLINE_WARNINGS }).notNull(),
    dueAt: instant().notNull(),
    mailedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.complaintId, table.warning, table.dueAt] }),
    oneOf('deadline_warnings_warning_check', table.warning, DEADLINE_WARNINGS),
  ],
);
