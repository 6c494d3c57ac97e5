import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import type { FanProfile } from '../sign-up.schema.ts';

/** Sign-ups that wait for the confirmation of their address, also for one that has an account already. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: primaryId(),
    email: text().notNull(),
    /** The hash, and the other input; deleted once the account exists. */
    password: text(),
    profile: jsonb().$type<FanProfile>(),
    /** Sexual preference and categories as JSON, sealed for the sign-up; only with a consent. */
    specialData: text(),
    consentedAt: instant(),
    consentVersion: integer(),
    /** The page that the fan requested. */
    next: text(),
    /** The SHA-256 hash of the browser's own secret, which needs no password in this browser. */
    deviceHash: text(),
    createdAt: createdAt(),
    /** When the link in the mail stops working. */
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
  },
  (table) => [
    check('sign_ups_email_lowercase', sql`${table.email} = lower(${table.email})`),
    check(
      'sign_ups_input_until_confirmed',
      sql`(${table.confirmedAt} is null) = (${table.password} is not null) and (${table.confirmedAt} is null) = (${table.profile} is not null)`,
    ),
    check(
      'sign_ups_special_data_only_with_consent',
      sql`(${table.specialData} is null) = (${table.consentedAt} is null) and (${table.specialData} is null) = (${table.consentVersion} is null)`,
    ),
    check(
      'sign_ups_special_data_until_confirmed',
      sql`${table.confirmedAt} is null or ${table.specialData} is null`,
    ),
  ],
);

export const SIGN_UP_SPECIAL_DATA: SealedColumn = {
  column: signUps.specialData,
  id: signUps.id,
  purpose: 'special data of sign-up v1',
};
