import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { AGE_CHECK_STATUSES, AGE_METHODS } from '../age-checks.schema.ts';

/**
 * That somebody is over 18: each row says so of a fan, or of whoever has its id in a cookie. Nothing
 * else about the person is stored.
 */
export const ageVerifications = pgTable(
  'age_verifications',
  {
    id: primaryId(),
    /** Null for a visitor, until a fan signs in with the cookie. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    method: text({ enum: AGE_METHODS }).notNull(),
    verifiedAt: createdAt(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [
    index('age_verifications_user_idx').on(table.userId, table.expiresAt),
    // For the retention.
    index('age_verifications_retention_idx').on(table.expiresAt),
    oneOf('age_verifications_method_check', table.method, AGE_METHODS),
    check(
      'age_verifications_expiry_check',
      sql`${table.expiresAt} > ${table.verifiedAt}
        and ${table.expiresAt} <= ${table.verifiedAt} + interval '366 days'`,
    ),
    check(
      'age_verifications_revoked_check',
      sql`${table.revokedAt} is null or ${table.revokedAt} >= ${table.verifiedAt}`,
    ),
  ],
);

/** The attempts to verify an age. Of whom an attempt was is deleted once it is over. */
export const ageChecks = pgTable(
  'age_checks',
  {
    /** Signed in a cookie of the browser that started it. */
    id: primaryId(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    method: text({ enum: AGE_METHODS }).notNull(),
    /** The provider's number of the check, until it is over. */
    reference: text(),
    status: text({ enum: AGE_CHECK_STATUSES }).notNull().default('open'),
    createdAt: createdAt(),
    endedAt: instant(),
    verificationId: uuid().references(() => ageVerifications.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('age_checks_reference_key').on(table.method, table.reference),
    index('age_checks_user_idx').on(table.userId),
    index('age_checks_verification_idx').on(table.verificationId),
    // For the figures and the retention.
    index('age_checks_created_idx').on(table.createdAt),
    oneOf('age_checks_method_check', table.method, AGE_METHODS),
    oneOf('age_checks_status_check', table.status, AGE_CHECK_STATUSES),
    check('age_checks_ended_check', sql`(${table.status} = 'open') = (${table.endedAt} is null)`),
    check(
      'age_checks_anonymous_check',
      sql`${table.status} = 'open' or num_nonnulls(${table.userId}, ${table.reference}) = 0`,
    ),
    check(
      'age_checks_passed_check',
      sql`${table.status} = 'passed' or ${table.verificationId} is null`,
    ),
  ],
);
