import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** Comments of the back office on one record each, which nobody else sees. */
export const comments = pgTable(
  'comments',
  {
    id: primaryId(),
    applicationId: uuid().references(() => influencerApplications.id, { onDelete: 'cascade' }),
    taskId: uuid().references(() => tasks.id, { onDelete: 'cascade' }),
    messageId: uuid().references(() => contactMessages.id, { onDelete: 'cascade' }),
    complaintId: uuid().references(() => complaints.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** The mentioned colleagues. No foreign keys: a deleted colleague is left out when reading. */
    mentions: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    createdAt: createdAt(),
  },
  (table) => [
    index('comments_application_idx').on(table.applicationId, table.createdAt),
    index('comments_task_idx').on(table.taskId, table.createdAt),
    index('comments_message_idx').on(table.messageId, table.createdAt),
    index('comments_complaint_idx').on(table.complaintId, table.createdAt),
    // For the deletion of a colleague.
    index('comments_author_idx').on(table.authorId),
    index('comments_mentions_idx').using('gin', table.mentions),
    check(
      'comments_one_record',
      sql`num_nonnulls(${table.applicationId}, ${table.taskId}, ${table.messageId}, ${table.complaintId}) = 1`,
    ),
    check('comments_not_blank', sql`btrim(${table.text}) <> ''`),
  ],
);
