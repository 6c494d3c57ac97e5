import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { primaryId } from '#src/platform/database/columns.ts';

/** The tags of records, a row for each tag and record: a tag that no record has does not exist. */
export const recordTags = pgTable(
  'record_tags',
  {
    id: primaryId(),
    name: text().notNull(),
    // The migration adds the foreign keys of the first two: applications and tasks come after tags.
    applicationId: uuid(),
    taskId: uuid(),
    personId: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('record_tags_application_key').on(table.applicationId, sql`lower(${table.name})`),
    uniqueIndex('record_tags_task_key').on(table.taskId, sql`lower(${table.name})`),
    uniqueIndex('record_tags_person_key').on(table.personId, sql`lower(${table.name})`),
    index('record_tags_name_idx').on(sql`lower(${table.name})`),
    check(
      'record_tags_one_record',
      sql`num_nonnulls(${table.applicationId}, ${table.taskId}, ${table.personId}) = 1`,
    ),
    check('record_tags_not_blank', sql`btrim(${table.name}) <> ''`),
  ],
);
