import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** Texts that the staff insert into replies. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: primaryId(),
    title: text().notNull(),
    text: text().notNull(),
    /** Number of changes; a change of an older version is refused. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('reply_templates_title_key').on(sql`lower(${table.title})`),
    check('reply_templates_title_check', sql`btrim(${table.title}) <> ''`),
  ],
);
