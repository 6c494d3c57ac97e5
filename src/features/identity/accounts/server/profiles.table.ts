import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { RESERVED_SLUGS } from '#src/lib/slug.ts';
import { createdAt, noneOf, oneOf, updatedAt } from '#src/platform/database/columns.ts';
import { GENDERS } from '../accounts.schema.ts';
import { HERO_ALIGNMENTS } from '../page-fields.schema.ts';
import { users } from './accounts.table.ts';
import { ownerColumns } from './owner-columns.ts';

const count = () => integer().notNull().default(0);
const imageKeys = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);

/** Influencers with a public page, their role apart. */
const isListed = (table: Record<'publicUrl' | 'isDraft' | 'isActive', AnyPgColumn>) =>
  sql`${table.publicUrl} is not null and not ${table.isDraft} and ${table.isActive}`;

type PictureColumns = Record<
  | 'pageHeroImage'
  | 'pageReadySectionBackground'
  | 'profilePhotoS3Key'
  | 'pageAboutImages'
  | 'pageSneakPeekImages'
  | 'pageWhySignupImages',
  AnyPgColumn
>;

/** The storage keys of all pictures of a profile, in the form of their index. */
export function pictureKeysOf(table: PictureColumns) {
  return sql`array_remove(array[${table.pageHeroImage}, ${table.pageReadySectionBackground}, ${table.profilePhotoS3Key}]
    || ${table.pageAboutImages} || ${table.pageSneakPeekImages} || ${table.pageWhySignupImages}, null)`;
}

/** One row for each user: personal fields, social figures and the influencer's public page. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    fullName: text().notNull().default(''),
    phone: text(),
    bio: text(),
    dateOfBirth: date({ mode: 'string' }),
    location: text(),
    gender: text({ enum: GENDERS }),
    avatarUrl: text(),
    profilePhotoS3Key: text(),
    profilePhotoS3Url: text(),
    publicUrl: text().unique(),
    isActive: boolean().notNull().default(true),
    /** An influencer is a draft, which visitors never see, until they go live; that is final. */
    isDraft: boolean().notNull().default(false),
    contentCategory: text(),
    goals: text(),
    achievements: text(),
    portfolioUrl: text(),
    otherPlatforms: text(),
    niche: text(),
    brandPersonality: text(),
    targetAudience: text(),
    experienceYears: integer(),
    previousBrands: text(),
    whyJoin: text(),
    portfolioLinks: text(),
    bestContent: text(),
    instagramHandle: text(),
    instagramFollowers: count(),
    onlyfansHandle: text(),
    onlyfansFollowers: count(),
    onlyfansSubscribers: count(),
    tiktokHandle: text(),
    tiktokFollowers: count(),
    youtubeChannel: text(),
    youtubeSubscribers: count(),
    pageThemeColor: text(),
    pageHeroTitle: text(),
    pageHeroSubtitle: text(),
    pageHeroImage: text(),
    pageHeroAlignment: text({ enum: HERO_ALIGNMENTS }).notNull().default('center'),
    pageAboutTitle: text(),
    pageAboutContent: text(),
    pageAboutImages: imageKeys(),
    pageSneakPeekImages: imageKeys(),
    pageWhySignupTitle: text(),
    pageWhySignupContent: text(),
    pageWhySignupImages: imageKeys(),
    pageReadySectionBackground: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Incremented by each back office change, to detect conflicting edits. */
    version: integer().notNull().default(1),
    ...ownerColumns(),
  },
  (table) => [
    index('profiles_newest_idx').on(table.createdAt, table.id),
    index('profiles_draft_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.isDraft}`),
    index('profiles_name_idx').on(sql`lower(${table.fullName})`, table.id),
    index('profiles_search_idx').using(
      'gin',
      table.fullName.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
      table.publicUrl.op('gin_trgm_ops'),
    ),
    index('profiles_owner_idx')
      .on(table.ownedBy)
      .where(sql`${table.ownedBy} is not null`),
    index('profiles_pictures_idx').using('gin', pictureKeysOf(table)),
    index('profiles_category_idx').on(table.contentCategory, table.createdAt),
    // The marketplace: without the fans, who are many more.
    index('profiles_listed_newest_idx').on(table.createdAt, table.id).where(isListed(table)),
    index('profiles_listed_name_idx')
      .on(sql`lower(${table.fullName})`, table.id)
      .where(isListed(table)),
    index('profiles_listed_search_idx')
      .using(
        'gin',
        table.fullName.op('gin_trgm_ops'),
        table.contentCategory.op('gin_trgm_ops'),
        table.bio.op('gin_trgm_ops'),
      )
      .where(isListed(table)),
    oneOf('profiles_gender_check', table.gender, GENDERS),
    oneOf('profiles_hero_alignment_check', table.pageHeroAlignment, HERO_ALIGNMENTS),
    check('profiles_public_url_slug', sql`${table.publicUrl} ~ '^[a-z0-9-]+$'`),
    noneOf('profiles_public_url_not_reserved', table.publicUrl, RESERVED_SLUGS),
    check('profiles_theme_color_hex', sql`${table.pageThemeColor} ~ '^#[0-9a-fA-F]{6}$'`),
    check('profiles_about_images_max', sql`cardinality(${table.pageAboutImages}) <= 6`),
    check('profiles_sneak_peek_images_max', sql`cardinality(${table.pageSneakPeekImages}) <= 8`),
    check('profiles_why_signup_images_max', sql`cardinality(${table.pageWhySignupImages}) <= 4`),
  ],
);
