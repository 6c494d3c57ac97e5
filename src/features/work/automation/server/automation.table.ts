import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { RULE_ACTIONS, RULE_TRIGGERS } from '../automation.schema.ts';

/** Rules of the form: when something happens to a person, do something. */
export const automationRules = pgTable(
  'automation_rules',
  {
    id: primaryId(),
    name: text().notNull(),
    trigger: text({ enum: RULE_TRIGGERS }).notNull(),
    days: integer(),
    tag: text(),
    action: text({ enum: RULE_ACTIONS }).notNull(),
    templateId: uuid().references(() => taskTemplates.id),
    note: text().notNull(),
    isActive: boolean().notNull(),
    /** What happened before is left alone. */
    activeSince: instant().notNull().defaultNow(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('automation_rules_template_idx').on(table.templateId),
    index('automation_rules_created_by_idx').on(table.createdBy),
    oneOf('automation_rules_trigger_check', table.trigger, RULE_TRIGGERS),
    oneOf('automation_rules_action_check', table.action, RULE_ACTIONS),
    check('automation_rules_days_check', sql`${table.days} between 1 and 365`),
    check('automation_rules_tag_check', sql`btrim(${table.tag}) <> ''`),
    check(
      'automation_rules_complete',
      sql`case ${table.action} when 'create_task' then ${table.templateId} is not null
        else btrim(${table.note}) <> '' end`,
    ),
  ],
);

/** What rules did: once for each person and episode, such as one silence of an influencer. */
export const automationRuns = pgTable(
  'automation_runs',
  {
    id: primaryId(),
    ruleId: uuid()
      .notNull()
      .references(() => automationRules.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    episode: text().notNull(),
    isDone: boolean().notNull(),
    detail: text().notNull(),
    taskId: uuid().references(() => tasks.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('automation_runs_once_key').on(table.ruleId, table.personId, table.episode),
    index('automation_runs_newest_idx').on(table.createdAt, table.id),
    // For deletions.
    index('automation_runs_person_idx').on(table.personId),
    index('automation_runs_task_idx').on(table.taskId),
  ],
);
