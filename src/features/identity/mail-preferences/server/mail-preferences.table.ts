import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { oneOf, updatedAt } from '#src/platform/database/columns.ts';
import { MAIL_FREQUENCIES, MAIL_KINDS } from '../mail-preferences.schema.ts';

/** How often a user receives mails of a kind; without a row, the default applies. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    frequency: text({ enum: MAIL_FREQUENCIES }).notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    // The recipients of a frequency other than the default.
    index('mail_preferences_frequency_idx').on(table.kind, table.frequency, table.userId),
    oneOf('mail_preferences_kind_check', table.kind, MAIL_KINDS),
    oneOf('mail_preferences_frequency_check', table.frequency, MAIL_FREQUENCIES),
    check(
      'mail_preferences_digest_check',
      sql`${table.kind} = 'posts' or ${table.frequency} in ('at_once', 'off')
        or (${table.kind} = 'team' and ${table.frequency} = 'daily')`,
    ),
  ],
);
