import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf } from '#src/platform/database/columns.ts';
import { PERFORMER_KINDS } from '../performers.schema.ts';

/**
 * Everybody who may be depicted in posts. A record outlives the influencer's account: a trigger archives
 * it with the account's deletion, and the retention deletes it years later.
 */
export const performers = pgTable(
  'performers',
  {
    /** Chosen by the dialog, so that a repeated request adds one performer. */
    id: uuid().primaryKey(),
    kind: text({ enum: PERFORMER_KINDS }).notNull(),
    /** The performer's own account, or the influencer with whom a co-performer appears. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** The name that fans and colleagues know, also in the audit trail. */
    fullName: text().notNull(),
    legalGivenNames: text().notNull(),
    legalSurname: text().notNull(),
    aliases: text().array().notNull().default([]),
    dateOfBirth: date({ mode: 'string' }).notNull(),
    country: text().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Starts the retention period; null while the record is in use. */
    archivedAt: instant(),
    /** When a check of identity found that the person is under 18; a hold until somebody lifts it. */
    underageFoundAt: instant(),
    /** Why the record must not be deleted, such as a dispute in court. */
    holdReason: text(),
  },
  (table) => [
    uniqueIndex('performers_own_account_key')
      .on(table.influencerId)
      .where(sql`${table.kind} = 'influencer'`),
    index('performers_influencer_idx').on(table.influencerId),
    index('performers_surname_idx').on(sql`lower(${table.legalSurname})`, table.id),
    index('performers_newest_idx').on(table.createdAt, table.id),
    index('performers_created_by_idx').on(table.createdBy),
    // For the retention.
    index('performers_archived_idx')
      .on(table.archivedAt)
      .where(sql`${table.holdReason} is null`),
    oneOf('performers_kind_check', table.kind, PERFORMER_KINDS),
    check(
      'performers_names_not_blank',
      sql`btrim(${table.fullName}) <> '' and btrim(${table.legalGivenNames}) <> '' and btrim(${table.legalSurname}) <> ''`,
    ),
    // Nobody was younger when the record was made, which is before any publication.
    check(
      'performers_are_adults',
      sql`${table.dateOfBirth} + make_interval(years => ${sql.raw(String(MINIMUM_AGE))}) <= ${table.createdAt} at time zone 'UTC'`,
    ),
    check(
      'performers_underage_is_a_hold',
      sql`${table.underageFoundAt} is null or ${table.holdReason} is not null`,
    ),
    check('performers_hold_not_blank', sql`btrim(${table.holdReason}) <> ''`),
  ],
);
