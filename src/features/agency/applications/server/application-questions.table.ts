import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';
import { influencerApplications } from './applications.table.ts';

/** Questions of the staff to an applicant, with the answers; at most one is open. */
export const applicationQuestions = pgTable(
  'application_questions',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => influencerApplications.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    author: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    answer: text(),
    answeredAt: instant(),
  },
  (table) => [
    index('application_questions_application_idx').on(table.applicationId, table.createdAt),
    index('application_questions_answered_idx').on(table.answeredAt),
    uniqueIndex('application_questions_open_key')
      .on(table.applicationId)
      .where(sql`${table.answeredAt} is null`),
    check(
      'application_questions_answered',
      sql`(${table.answer} is null) = (${table.answeredAt} is null)`,
    ),
  ],
);
