import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ownerColumns } from '#src/features/identity/accounts/server/owner-columns.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import {
  APPLICANT_CATEGORIES,
  APPLICATION_STATUSES,
  BRAND_PERSONALITIES,
} from '../applications.schema.ts';

const count = () => integer().notNull().default(0);

export const influencerApplications = pgTable(
  'influencer_applications',
  {
    id: primaryId(),
    fullName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    age: integer(),
    location: text(),
    instagramHandle: text(),
    instagramFollowers: count(),
    tiktokHandle: text(),
    tiktokFollowers: count(),
    youtubeChannel: text(),
    youtubeSubscribers: count(),
    otherPlatforms: text(),
    contentCategory: text({ enum: APPLICANT_CATEGORIES }).notNull(),
    niche: text(),
    brandPersonality: text({ enum: BRAND_PERSONALITIES }),
    targetAudience: text(),
    experience: text(),
    previousBrands: text(),
    goals: text(),
    whyJoin: text().notNull(),
    portfolioLinks: text(),
    bestContent: text(),
    achievements: text(),
    /**
     * SHA-256 of the submitted fields, in hex, to store the same application only once while it is
     * pending.
     */
    fingerprint: text().notNull(),
    status: text({ enum: APPLICATION_STATUSES }).notNull().default('pending'),
    createdAt: createdAt(),
    reviewedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    reviewedAt: instant(),
    notes: text(),
    /** The influencer it was converted into. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    ...ownerColumns(),
  },
  (table) => [
    index('influencer_applications_status_idx').on(table.status, table.createdAt),
    index('influencer_applications_newest_idx').on(table.createdAt, table.id),
    index('influencer_applications_name_idx').on(sql`lower(${table.fullName})`, table.id),
    index('influencer_applications_search_idx').using(
      'gin',
      table.fullName.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
    ),
    index('influencer_applications_owner_idx')
      .on(table.ownedBy)
      .where(sql`${table.ownedBy} is not null`),
    uniqueIndex('influencer_applications_influencer_key').on(table.influencerId),
    uniqueIndex('influencer_applications_pending_fingerprint_key')
      .on(table.fingerprint)
      .where(sql`${table.status} = 'pending'`),
    // For the retention.
    index('influencer_applications_retention_idx')
      .on(table.reviewedAt)
      .where(sql`${table.status} = 'rejected'`),
    oneOf('influencer_applications_status_check', table.status, APPLICATION_STATUSES),
    oneOf('influencer_applications_category_check', table.contentCategory, APPLICANT_CATEGORIES),
    oneOf('influencer_applications_personality_check', table.brandPersonality, BRAND_PERSONALITIES),
    check(
      'influencer_applications_converted',
      sql`${table.influencerId} is null or ${table.status} = 'accepted'`,
    ),
    check(
      'influencer_applications_reviewed',
      sql`(${table.status} = 'pending') = (${table.reviewedAt} is null)`,
    ),
  ],
);
