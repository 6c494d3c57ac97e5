import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { subscribeState } from '#src/features/money/subscriptions/server/subscribe-state.ts';
import { captionPreview } from '#src/lib/text.ts';
import { jsonArray, jsonObject, type SelectionOf } from '#src/platform/database/statement.ts';
import type { postSchema } from '../posts.schema.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';
import { viewerId } from './viewing.ts';

/** A post of a feed before serialization. */
export type Post = z.input<typeof postSchema>;

/**
 * The selections of the fields of a post in a feed. Each field of `postSchema` is declared in exactly
 * one of the two selections below; a missing field or a wrong type does not compile.
 */
export const post = alias(contentPosts, 'post');
export const influencer = alias(profiles, 'influencer');
/** The viewer's unread notification of the post, from an outer join. */
export const notification = alias(postNotifications, 'notification');
const media = alias(contentMedia, 'media');

/** The fields that {@link liveFields} declares; all others are cached. */
export const LIVE_FIELDS = [
  'unread',
  'subscribeState',
  'priceCents',
] as const satisfies (keyof Post)[];
type LiveFields = Pick<Post, (typeof LIVE_FIELDS)[number]>;
type CachedFields = Omit<Post, keyof LiveFields>;

/** Whether a post is shown in full, or without its files and with the preview of its caption. */
export type PostKind = 'open' | 'locked';

/** Changes whenever the post or its influencer does; a published post's files never change. */
export const postVersion = sql<string>`${post}.xmin::text || '-' || ${influencer}.xmin::text`;

const mediaFields = (kind: PostKind) =>
  ({
    mediaType: media.mediaType,
    // All files of a published post are ready, so these three are not null.
    width: sql<number>`${media.width}`,
    height: sql<number>`${media.height}`,
    durationSeconds: media.durationSeconds,
    teaser: sql<string>`${media.teaser}`,
    source:
      kind === 'open'
        ? jsonObject({ id: media.id, widths: media.variantWidths })
        : sql<null>`null::json`,
  }) satisfies SelectionOf<Post['media'][number]>;

/**
 * The fields that change only with the post's version, selected from `post` and `influencer`. Their
 * JSON is cached by version.
 */
export function cachedFields(kind: PostKind) {
  return {
    id: post.id,
    // A locked post contains only the preview of its caption.
    caption: kind === 'open' ? post.caption : sql`${post.caption}`.mapWith(captionPreview),
    category: sql<Post['category']>`${post.category}`,
    aiLabel: sql<Post['aiLabel']>`nullif(${post.aiUse}, 'none')`,
    // A listed post is published.
    publishedAt: sql<Date>`${post.publishedAt}`,
    influencer: jsonObject({
      id: influencer.id,
      fullName: nameOrUnknown(influencer.fullName),
      publicUrl: influencer.publicUrl,
    }),
    locked: kind === 'open' ? sql<boolean>`false` : sql<boolean>`true`,
    media: sql<Post['media']>`(
      select ${jsonArray(jsonObject(mediaFields(kind)), sql`${media.displayOrder}`)}
      from ${contentMedia} ${media} where ${media.postId} = ${post.id}
    )`,
  } satisfies SelectionOf<CachedFields>;
}

const activePlan = sql`
  where ${subscriptionPlans.influencerId} = ${post.influencerId} and ${subscriptionPlans.isActive}`;

const isOffered = sql`exists (select from ${subscriptionPlans} ${activePlan})`;

/**
 * The fields that differ between viewers or change without the post, selected from `post` and
 * `notification` with every page. Null stands for an omitted field.
 */
export function liveFields(isViewable: SQL, { paymentsOpen }: { paymentsOpen: boolean }) {
  return {
    unread: sql<boolean>`(${notification.id} is not null and ${isViewable})`,
    subscribeState: sql<Post['subscribeState'] | null>`
      case when not ${isViewable} then ${subscribeState({
        viewerId,
        influencerId: post.influencerId,
        isOffered,
        paymentsOpen,
      })} end`,
    priceCents: sql<number | null>`
      case when not ${isViewable} then (
        select ${subscriptionPlans.priceMonthlyCents} from ${subscriptionPlans} ${activePlan}
      ) end`,
  } satisfies SelectionOf<{ [key in keyof LiveFields]: LiveFields[key] | null }>;
}
