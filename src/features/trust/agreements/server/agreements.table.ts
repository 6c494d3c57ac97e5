import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf, primaryId, updatedAt } from '#src/platform/database/columns.ts';
import { AGREEMENT_KINDS } from '../agreements.schema.ts';

/**
 * The versions of the templates. A published one is never changed or deleted (trigger); the newest of a
 * kind is the one that is signed now.
 */
export const agreementVersions = pgTable(
  'agreement_versions',
  {
    id: primaryId(),
    kind: text({ enum: AGREEMENT_KINDS }).notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    /** The last day on which signatures of earlier versions count; null without an end. */
    signBy: date({ mode: 'string' }),
    /** Null for a draft. */
    publishedAt: instant(),
    publishedBy: uuid(),
    createdBy: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('agreement_versions_number_key').on(table.kind, table.number),
    uniqueIndex('agreement_versions_one_draft_key')
      .on(table.kind)
      .where(sql`${table.publishedAt} is null`),
    oneOf('agreement_versions_kind_check', table.kind, AGREEMENT_KINDS),
    check('agreement_versions_not_blank', sql`btrim(${table.text}) <> ''`),
    check(
      'agreement_versions_sign_by_check',
      sql`${table.signBy} is null or coalesce(${table.kind} = 'creator-agreement'
        and ${table.signBy} >= (${table.publishedAt} at time zone 'UTC')::date, false)`,
    ),
  ],
);

/**
 * Signed agreements, with the text that was shown. They are countersigned and terminated once, and otherwise
 * never changed or deleted as long as the performer's record exists (trigger). Who signed has no foreign key,
 * so that the evidence outlives the user.
 */
export const signedAgreements = pgTable(
  'signed_agreements',
  {
    id: primaryId(),
    kind: text({ enum: AGREEMENT_KINDS }).notNull(),
    versionId: uuid()
      .notNull()
      .references(() => agreementVersions.id),
    performerId: uuid()
      .notNull()
      .references(() => performers.id, { onDelete: 'cascade' }),
    /** Whose posts it is about. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    text: text().notNull(),
    sha256: text().notNull(),
    signedName: text().notNull(),
    signedAt: instant().notNull().defaultNow(),
    /** Null for a person without an account. */
    signedBy: uuid(),
    address: text().notNull(),
    userAgent: text().notNull(),
    countersignedName: text(),
    countersignedAt: instant(),
    countersignedBy: uuid(),
    countersignedAddress: text(),
    countersignedUserAgent: text(),
    /** The first day on which it no longer counts; null without a termination. */
    terminatedOn: date({ mode: 'string' }),
    terminationReason: text(),
    terminatedAt: instant(),
    terminatedBy: uuid(),
  },
  (table) => [
    uniqueIndex('signed_agreements_creator_key')
      .on(table.performerId, table.versionId)
      .where(sql`${table.kind} = 'creator-agreement' and ${table.terminatedAt} is null`),
    index('signed_agreements_newest_idx').on(table.signedAt, table.id),
    index('signed_agreements_name_idx').on(sql`lower(${table.signedName})`, table.id),
    index('signed_agreements_performer_idx').on(table.performerId, table.signedAt),
    index('signed_agreements_influencer_idx').on(table.influencerId),
    index('signed_agreements_version_idx').on(table.versionId),
    index('signed_agreements_waiting_idx')
      .on(table.signedAt, table.id)
      .where(sql`${table.kind} = 'creator-agreement' and ${table.countersignedAt} is null`),
    oneOf('signed_agreements_kind_check', table.kind, AGREEMENT_KINDS),
    check('signed_agreements_name_not_blank', sql`btrim(${table.signedName}) <> ''`),
    check(
      'signed_agreements_sha256_check',
      sql`${table.sha256} = encode(sha256(convert_to(${table.text}, 'UTF8')), 'hex')`,
    ),
    check(
      'signed_agreements_countersigned_check',
      sql`num_nonnulls(${table.countersignedName}, ${table.countersignedAt}, ${table.countersignedBy},
          ${table.countersignedAddress}, ${table.countersignedUserAgent})
        = case when ${table.countersignedAt} is null then 0 else 5 end
        and (${table.countersignedAt} is null or ${table.kind} = 'creator-agreement')`,
    ),
    check(
      'signed_agreements_terminated_check',
      sql`num_nonnulls(${table.terminatedOn}, ${table.terminationReason}, ${table.terminatedAt},
          ${table.terminatedBy}) = case when ${table.terminatedAt} is null then 0 else 4 end
        and (${table.terminatedAt} is null or (${table.countersignedAt} is not null
          and btrim(${table.terminationReason}) <> ''
          and ${table.terminatedOn} >= (${table.terminatedAt} at time zone 'UTC')::date))`,
    ),
  ],
);
