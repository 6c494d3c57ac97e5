import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId, updatedAt } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';

/** The authenticator app of a user (TOTP, RFC 6238). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed for its user. */
  secret: text().notNull(),
  /** Null until the user enters the first code. */
  turnedOnAt: instant(),
  /** The time step of the last used code, because each code works once. */
  lastStep: bigint({ mode: 'number' }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const TOTP_SECRETS: SealedColumn = {
  column: secondFactors.secret,
  id: secondFactors.userId,
  purpose: 'totp secret v1',
};

/** Requests of the back office to turn off a second factor, which another member has to confirm. */
export const secondFactorResets = pgTable(
  'second_factor_resets',
  {
    userId: uuid()
      .primaryKey()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('second_factor_resets_requested_by_idx').on(table.requestedBy),
    check('second_factor_resets_by_another', sql`${table.requestedBy} <> ${table.userId}`),
  ],
);

/** Codes that replace the authenticator app, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** SHA-256 of a random code of 120 bits. */
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [uniqueIndex('recovery_codes_user_id_code_hash_key').on(table.userId, table.codeHash)],
);
