import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';
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
    /** The page that the fan requested. */
    next: text(),
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
  ],
);
