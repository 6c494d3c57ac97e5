import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { CONSENT_SCOPES } from '#src/features/content/consents/consents.schema.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { createdAt, instant } from '#src/platform/database/columns.ts';

/** Invitations of people without an account to sign a release. The link is not stored. */
export const releaseInvitations = pgTable(
  'release_invitations',
  {
    /** Chosen by the dialog, so that a repeated request invites once. */
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => performers.id, { onDelete: 'cascade' }),
    /** Whose posts the release is for. */
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    scopes: text({ enum: CONSENT_SCOPES }).array().notNull(),
    startsOn: date({ mode: 'string' }).notNull(),
    endsOn: date({ mode: 'string' }),
    email: text(),
    createdBy: uuid(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** When it was cancelled, or another one took its place. */
    endedAt: instant(),
    /** What was signed with it, once. */
    signedAgreementId: uuid()
      .unique('release_invitations_signed_key')
      .references(() => signedAgreements.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('release_invitations_open_key')
      .on(table.performerId, table.influencerId)
      .where(sql`${table.endedAt} is null and ${table.signedAgreementId} is null`),
    index('release_invitations_performer_idx').on(table.performerId, table.createdAt),
    index('release_invitations_influencer_idx').on(table.influencerId),
    check(
      'release_invitations_scopes_check',
      sql`cardinality(${table.scopes}) > 0
        and ${table.scopes} <@ array['subscription', 'public-preview', 'marketing']`,
    ),
    check(
      'release_invitations_period_check',
      sql`coalesce(${table.endsOn} >= ${table.startsOn}, true)`,
    ),
    check(
      'release_invitations_used_or_ended',
      sql`${table.endedAt} is null or ${table.signedAgreementId} is null`,
    ),
  ],
);
