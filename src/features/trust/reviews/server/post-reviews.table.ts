import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { policyColumns, storedPolicy } from '#src/features/trust/policies/server/policy-columns.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { REVIEW_DECISIONS } from '../reviews.schema.ts';

/**
 * The decisions on posts, each about exactly one content. Triggers require that it is the present one,
 * and refuse every change but an undo. Who decided has no foreign key: the record still shows how many
 * people were involved after one of them has left.
 */
export const postReviews = pgTable(
  'post_reviews',
  {
    id: primaryId(),
    /** The order of the decisions. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    postId: uuid().references(() => contentPosts.id, { onDelete: 'set null' }),
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** The hash of files, people, caption and label (`post_content_hash`). */
    contentHash: text().notNull(),
    decision: text({ enum: REVIEW_DECISIONS }).notNull(),
    policy: text(),
    ...policyColumns(),
    note: text(),
    /** Since when the content waited; null for posts that were published before reviews were required. */
    waitedSince: instant(),
    decidedBy: uuid(),
    decidedAt: instant()
      .notNull()
      .default(sql`clock_timestamp()`),
    undoneAt: instant(),
  },
  (table) => [
    index('post_reviews_post_idx').on(table.postId, table.position),
    index('post_reviews_influencer_idx').on(table.influencerId),
    index('post_reviews_decided_idx').on(table.decidedAt),
    oneOf('post_reviews_decision_check', table.decision, REVIEW_DECISIONS),
    storedPolicy('post_reviews', table),
    check(
      'post_reviews_reason_check',
      sql`case when ${table.decision} in ('changes-requested', 'rejected')
        then ${table.policy} is not null and (${table.decision} = 'rejected' or btrim(${table.note}) <> '')
        else num_nonnulls(${table.policy}, ${table.note}) = 0 end`,
    ),
    check(
      'post_reviews_by_check',
      sql`num_nonnulls(${table.decidedBy}, ${table.waitedSince}) = case ${table.decision} when 'existing' then 0 else 2 end`,
    ),
  ],
);
