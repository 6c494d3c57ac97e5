import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ownerColumns } from '#src/features/identity/accounts/server/owner-columns.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { SUBMISSION_METHODS, TASK_STATUSES } from '../tasks.schema.ts';

const NO_TEXTS = sql`'{}'::text[]`;

export const tasks = pgTable(
  'tasks',
  {
    id: primaryId(),
    title: text().notNull(),
    description: text(),
    assignedTo: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    assignedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    dueDate: instant(),
    checklist: text().array().notNull().default(NO_TEXTS),
    /** The items of the checklist that are done. */
    checkedItems: text().array().notNull().default(NO_TEXTS),
    status: text({ enum: TASK_STATUSES }).notNull().default('assigned'),
    createdAt: createdAt(),
    completedAt: instant(),
    submissionNotes: text(),
    submissionUrl: text(),
    submissionMethod: text({ enum: SUBMISSION_METHODS }),
    submissionCustomLink: text(),
    /** When the submitted work was closed or marked as failed, and by whom. */
    closedAt: instant(),
    closedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Number of changes; a change of an older version is refused. */
    version: integer().notNull().default(1),
    ...ownerColumns(),
  },
  (table) => [
    index('tasks_assignee_idx').on(table.assignedTo, table.status, table.createdAt),
    index('tasks_status_idx').on(table.status, table.createdAt),
    index('tasks_review_idx')
      .on(table.completedAt)
      .where(sql`${table.status} = 'completed' and ${table.closedAt} is null`),
    index('tasks_submitted_idx')
      .on(sql`coalesce(${table.completedAt}, 'infinity')`, table.id)
      .where(sql`${table.status} = 'completed' and ${table.closedAt} is null`),
    // For the count of the dashboard, whatever the number of tasks to review is.
    index('tasks_closed_idx')
      .on(table.assignedTo)
      .where(sql`${table.status} = 'completed' and ${table.closedAt} is not null`),
    index('tasks_newest_idx').on(table.createdAt, table.id),
    index('tasks_due_idx').on(sql`coalesce(${table.dueDate}, 'infinity')`, table.id),
    index('tasks_title_idx').on(sql`lower(${table.title})`, table.id),
    index('tasks_search_idx').using('gin', table.title.op('gin_trgm_ops')),
    index('tasks_owner_idx')
      .on(table.ownedBy)
      .where(sql`${table.ownedBy} is not null`),
    oneOf('tasks_status_check', table.status, TASK_STATUSES),
    oneOf('tasks_submission_method_check', table.submissionMethod, SUBMISSION_METHODS),
    check('tasks_checked_items_listed', sql`${table.checkedItems} <@ ${table.checklist}`),
    check('tasks_title_not_blank', sql`btrim(${table.title}) <> ''`),
    check(
      'tasks_closed_is_final',
      sql`${table.closedAt} is null or ${table.status} in ('completed', 'failed')`,
    ),
    check(
      'tasks_custom_link_given',
      sql`${table.submissionMethod} is distinct from 'Custom Link' or ${table.submissionCustomLink} is not null`,
    ),
  ],
);
