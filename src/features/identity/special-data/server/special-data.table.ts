import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';

/** The consent of a fan to the processing of special-category data, and these data while it lasts. */
export const specialData = pgTable(
  'special_data',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Sexual preference and categories as JSON, sealed for the user. */
    sealed: text(),
    consentedAt: instant().notNull(),
    /** The version of the text that the fan agreed to. */
    consentVersion: integer().notNull(),
    withdrawnAt: instant(),
  },
  (table) => [
    check(
      'special_data_only_with_consent',
      sql`(${table.sealed} is null) = (${table.withdrawnAt} is not null)`,
    ),
  ],
);

export const SPECIAL_DATA: SealedColumn = {
  column: specialData.sealed,
  id: specialData.userId,
  purpose: 'special data v1',
};
