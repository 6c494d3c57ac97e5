import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { AI_USES } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { SUBMISSION_METHODS, TASK_DECISIONS, TASK_STATUSES } from '../tasks.schema.ts';
import { tasks } from './tasks.table.ts';

/** The submissions of tasks, as they were submitted; never changed. */
export const taskRounds = pgTable(
  'task_rounds',
  {
    id: primaryId(),
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** Counted from 1 in each task. */
    number: integer().notNull(),
    submittedAt: instant().notNull().defaultNow(),
    notes: text().notNull(),
    method: text({ enum: SUBMISSION_METHODS }),
    customLink: text(),
    url: text(),
    /** What the influencer stated about the files. Every new round with files has it (0089). */
    aiUse: text({ enum: AI_USES }),
  },
  (table) => [
    uniqueIndex('task_rounds_number_key').on(table.taskId, table.number),
    check('task_rounds_number_check', sql`${table.number} > 0`),
    oneOf('task_rounds_method_check', table.method, SUBMISSION_METHODS),
    oneOf('task_rounds_ai_use_check', table.aiUse, AI_USES),
  ],
);

/** The files of a round. A file may leave the task in a later round and be deleted: then its name remains. */
export const taskRoundFiles = pgTable(
  'task_round_files',
  {
    roundId: uuid()
      .notNull()
      .references(() => taskRounds.id, { onDelete: 'cascade' }),
    /** The id in `content_media`; not a foreign key, because the file may be deleted. */
    mediaId: uuid().notNull(),
    /** Position in the round, from 0. */
    position: integer().notNull(),
    fileName: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.mediaId] }),
    // Finds what was stated about a file.
    index('task_round_files_media_idx').on(table.mediaId),
    uniqueIndex('task_round_files_position_key').on(table.roundId, table.position),
    check('task_round_files_position_check', sql`${table.position} >= 0`),
  ],
);

/** The decisions of the back office on tasks. An undo deletes its decision. */
export const taskDecisions = pgTable(
  'task_decisions',
  {
    id: primaryId(),
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    kind: text({ enum: TASK_DECISIONS }).notNull(),
    /** Shown to the influencer. */
    comment: text(),
    decidedAt: instant().notNull().defaultNow(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The status that an undo restores. */
    statusBefore: text({ enum: TASK_STATUSES }).notNull(),
    /** The version of the task after the decision: an undo is possible while it has not changed. */
    taskVersion: integer().notNull(),
  },
  (table) => [
    uniqueIndex('task_decisions_version_key').on(table.taskId, table.taskVersion),
    // For the deletion of a user.
    index('task_decisions_decided_by_idx').on(table.decidedBy),
    oneOf('task_decisions_kind_check', table.kind, TASK_DECISIONS),
    oneOf('task_decisions_status_before_check', table.statusBefore, TASK_STATUSES),
    check(
      'task_decisions_explained',
      sql`case when ${table.kind} = 'closed' then ${table.comment} is null
        else ${table.comment} is not null and btrim(${table.comment}) <> '' end`,
    ),
  ],
);

/** The comments of a request for changes on the files of a round. */
export const taskFileComments = pgTable(
  'task_file_comments',
  {
    decisionId: uuid()
      .notNull()
      .references(() => taskDecisions.id, { onDelete: 'cascade' }),
    roundId: uuid().notNull(),
    mediaId: uuid().notNull(),
    comment: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.mediaId] }),
    foreignKey({
      name: 'task_file_comments_file_fk',
      columns: [table.roundId, table.mediaId],
      foreignColumns: [taskRoundFiles.roundId, taskRoundFiles.mediaId],
    }).onDelete('cascade'),
    index('task_file_comments_decision_idx').on(table.decisionId),
    check('task_file_comments_not_blank', sql`btrim(${table.comment}) <> ''`),
  ],
);
