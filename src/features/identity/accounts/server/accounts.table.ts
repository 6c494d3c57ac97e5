import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { ROLES } from '#src/lib/roles.ts';
import {
  createdAt,
  instant,
  logPosition,
  oneOf,
  primaryId,
  updatedAt,
} from '#src/platform/database/columns.ts';
import { SUSPENSION_REASONS } from '../accounts.schema.ts';

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    name: text().notNull().default(''),
    email: text().notNull(),
    /** When the user used a link that was mailed to the address. */
    emailConfirmedAt: instant(),
    /** A suspended user is banned until banExpires. */
    banned: boolean().notNull().default(false),
    banExpires: instant(),
    /** Why a user is suspended; null for everyone else, and for suspensions without a stated reason. */
    suspendedFor: text({ enum: SUSPENSION_REASONS }),
    mustChangePassword: boolean().notNull().default(false),
    /** When the user was last invited by mail; null once they have chosen a password. */
    invitedAt: instant(),
    /** Who invited the user last; the invitation ends with that account's password. */
    invitedBy: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /**
     * When the back office last requested a password reset link; the audit trail records each
     * request.
     */
    passwordResetRequestedAt: instant(),
    /** An IANA name; null is the zone of the browser on screens, and UTC in mails. */
    timeZone: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_invited_idx')
      .on(table.id)
      .where(sql`${table.invitedAt} is not null`),
    index('users_invited_by_idx')
      .on(table.invitedBy)
      .where(sql`${table.invitedBy} is not null`),
    // Few users, whom public lists leave out.
    index('users_banned_idx')
      .on(table.id)
      .where(sql`${table.banned}`),
    oneOf('users_suspended_for_check', table.suspendedFor, SUSPENSION_REASONS),
    check('users_suspended_for_banned', sql`${table.suspendedFor} is null or ${table.banned}`),
    check('users_email_lowercase', sql`${table.email} = lower(${table.email})`),
    check('users_time_zone_name', sql`${table.timeZone} ~ '^[A-Za-z0-9_+/-]{1,64}$'`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    token: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    /** Whether the session outlives the browser. */
    isRemembered: boolean().notNull().default(false),
    /** When the user last proved the identity with password or code: first by signing in. */
    confirmedAt: instant().notNull().defaultNow(),
    userAgent: text(),
    /** Where the user signed in, by the network address, which is not stored: an ISO 3166 code. */
    country: text(),
    /** The fan as whom an admin or staff member views the product until `viewingUntil`. */
    viewingAs: uuid().references(() => users.id, { onDelete: 'set null' }),
    viewingUntil: instant(),
    /** Up to where the log of the database may contain changes of the user, see sessions.ts. */
    lastChange: logPosition()
      .notNull()
      .default(sql`pg_current_wal_insert_lsn()`),
    createdAt: createdAt(),
    /** The last use, to five minutes. */
    updatedAt: updatedAt(),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
    // For the deletion of a fan.
    index('sessions_viewing_as_idx')
      .on(table.viewingAs)
      .where(sql`${table.viewingAs} is not null`),
  ],
);

export const credentials = pgTable(
  'credentials',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The hash, see password-hash.ts. */
    password: text().notNull(),
    /** When the password was chosen or disabled: what the account requested before is void. */
    changedAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('credentials_user_id_key').on(table.userId)],
);

/** One-time tokens, see one-time-tokens.ts. */
export const verifications = pgTable(
  'verifications',
  {
    id: primaryId(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('verifications_identifier_idx').on(table.identifier)],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    /**
     * Whether a staff member is limited to the influencers in staff_influencers. Retained when the
     * role changes, so that only an admin can remove the limit.
     */
    isLimited: boolean().notNull().default(false),
    /** When the person joined, as in the profile: counts the new fans of a month. */
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('user_roles_role_check', table.role, ROLES),
    index('user_roles_role_idx').on(table.role, table.userId),
  ],
);
