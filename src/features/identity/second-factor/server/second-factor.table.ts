import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId, updatedAt } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';

/**
 * Two-factor authentication of a user, with the authenticator app (TOTP, RFC 6238) if there is one.
 * Passkeys and recovery codes refer to this row, so they end with it.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The secret of the app, sealed for its user, see sealed-text.ts; null without a setup. */
    secret: text(),
    /** When the user entered the first code of the app; null until then. */
    appAddedAt: instant(),
    /** Null until the user adds the app or a passkey. */
    turnedOnAt: instant(),
    /** The time step of the last used code, because each code works once. */
    lastStep: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'second_factors_app_is_set_up',
      sql`${table.appAddedAt} is null or (${table.secret} is not null and ${table.turnedOnAt} is not null)`,
    ),
  ],
);

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

/** Codes that replace the authenticator app or passkey, each once. */
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
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('recovery_codes_user_id_code_hash_key').on(table.userId, table.codeHash)],
);
