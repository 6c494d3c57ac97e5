import { sql, type SQLWrapper } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { AI_USES } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { createdAt, instant, oneOf, primaryId, updatedAt } from '#src/platform/database/columns.ts';

type Dates = Record<'publishedAt' | 'publishAt' | 'plannedAt' | 'createdAt', SQLWrapper>;

/** When a post was or is to be published, otherwise when it was created. */
const dateOf = ({ publishedAt, publishAt, plannedAt, createdAt: created }: Dates) =>
  sql`coalesce(${publishedAt}, ${publishAt}, ${plannedAt}, ${created})`;

/**
 * Posts. A draft has neither `publishAt` nor `publishedAt`, a scheduled post only `publishAt`, a
 * published post both. Only a draft may be incomplete, and only a draft has a planned time. A hidden
 * post is not published until it is restored. A trigger refuses to publish a post with people who are
 * not verified or have not consented (publication-rule), and another one to schedule a post that does
 * not say whether AI made it.
 */
export const contentPosts = pgTable(
  'content_posts',
  {
    id: primaryId(),
    influencerId: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
    caption: text().notNull(),
    category: text({ enum: CATEGORIES }),
    /** What AI made of it; null for a draft, and for posts that were scheduled before this was required. */
    aiUse: text({ enum: AI_USES }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Number of changes; a change of an older version is refused. */
    version: integer().notNull().default(1),
    /** Scheduled time of publication; null for a draft. */
    publishAt: instant(),
    /** Planned time of a draft, which publishes nothing. */
    plannedAt: instant(),
    /** The time zone in which the scheduled or planned time was chosen. */
    timeZone: text(),
    /** Time of publication: `publishAt` has come and all files are ready. */
    publishedAt: instant(),
    /** Since when nobody outside the back office and its influencer sees it, because of a complaint. */
    hiddenAt: instant(),
    /**
     * The newest time of publication, which a trigger sets. A post that was hidden or taken down is
     * published again at this time.
     */
    lastPublishedAt: instant(),
    /** When it was published without a review, because it is outside the sample; a trigger stores it. */
    unsampledAt: instant(),
  },
  (table) => [
    // Feeds: newest first for each influencer, and over all of them.
    index('content_posts_influencer_published_idx')
      .on(table.influencerId, table.publishedAt, table.id)
      .where(sql`${table.publishedAt} is not null`),
    index('content_posts_published_idx')
      .on(table.publishedAt, table.id)
      .where(sql`${table.publishedAt} is not null`),
    index('content_posts_category_published_idx')
      .on(table.category, table.publishedAt, table.id)
      .where(sql`${table.publishedAt} is not null`),
    index('content_posts_caption_idx').using('gin', table.caption.op('gin_trgm_ops')),
    // The studio: all posts, and unpublished ones.
    index('content_posts_created_idx').on(table.createdAt, table.id),
    index('content_posts_unpublished_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.publishedAt} is null`),
    // The records of works, whether they are visible now or not.
    index('content_posts_records_idx')
      .on(table.lastPublishedAt, table.id)
      .where(sql`${table.lastPublishedAt} is not null`),
    index('content_posts_influencer_records_idx')
      .on(table.influencerId, table.lastPublishedAt, table.id)
      .where(sql`${table.lastPublishedAt} is not null`),
    index('content_posts_due_idx')
      .on(table.publishAt)
      .where(sql`${table.publishAt} is not null and ${table.publishedAt} is null`),
    // The calendar and the filters by date, for all posts and for each influencer.
    index('content_posts_date_idx').on(dateOf(table), table.id),
    index('content_posts_influencer_date_idx').on(table.influencerId, dateOf(table), table.id),
    oneOf('content_posts_category_check', table.category, CATEGORIES),
    oneOf('content_posts_ai_use_check', table.aiUse, AI_USES),
    check(
      'content_posts_complete',
      sql`${table.publishAt} is null or (${table.influencerId} is not null
        and ${table.category} is not null and btrim(${table.caption}) <> '')`,
    ),
    check('content_posts_time_zone_name', sql`${table.timeZone} ~ '^[A-Za-z0-9_+/-]{1,64}$'`),
    check(
      'content_posts_planned',
      sql`${table.plannedAt} is null or (${table.publishAt} is null and ${table.timeZone} is not null)`,
    ),
    check(
      'content_posts_published_was_due',
      // A draft has no time: a comparison with null would let it pass.
      sql`${table.publishedAt} is null
        or (${table.publishAt} is not null and ${table.publishAt} <= ${table.publishedAt})`,
    ),
    // Nothing publishes a hidden post.
    check(
      'content_posts_hidden_is_unpublished',
      sql`${table.hiddenAt} is null or ${table.publishedAt} is null`,
    ),
  ],
);

/** The date of a post for calendars and filters, which an index contains. */
export const postDate = dateOf(contentPosts);

/** Whether a post was published since its scheduled time was last chosen. */
export const wasPublished = sql<boolean>`coalesce(${contentPosts.lastPublishedAt} >= ${contentPosts.publishAt}, false)`;
