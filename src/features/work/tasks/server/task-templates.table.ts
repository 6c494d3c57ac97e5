import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** Tasks that come back again and again, shared by the back office. */
export const taskTemplates = pgTable(
  'task_templates',
  {
    id: primaryId(),
    name: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Days from the creation of a task to its due date. */
    dueDays: integer(),
    checklist: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('task_templates_name_key').on(sql`lower(${table.name})`),
    check('task_templates_named', sql`btrim(${table.name}) <> '' and btrim(${table.title}) <> ''`),
    check('task_templates_due_check', sql`${table.dueDays} between 1 and 365`),
  ],
);
