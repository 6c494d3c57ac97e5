import { and, asc, desc, eq, exists, isNotNull, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import {
  MAXIMUM_RECOMMENDATIONS,
  type recommendationsSchema,
} from '#src/features/content/posts/feed.schema.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { subscribeState } from '#src/features/money/subscriptions/server/subscribe-state.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

const cardColumns = {
  id: profiles.id,
  fullName: profiles.fullName,
  publicUrl: sql<string>`${profiles.publicUrl}`,
  contentCategory: profiles.contentCategory,
  priceCents: subscriptionPlans.priceMonthlyCents,
  ...imageColumns,
};

const fan = alias(profiles, 'fan');

const publishedPosts = sql`from ${contentPosts} where ${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is not null`;
const postsInPreferences = sql<boolean>`exists (select 1 ${publishedPosts} and ${contentPosts.category} = any(${fan.preferences}))`;
const categoryIsPreferred = sql<boolean>`coalesce(${profiles.contentCategory} = any(${fan.preferences}), false)`;
const lastPostAt = sql`(select max(${contentPosts.publishedAt}) ${publishedPosts})`;

/**
 * Lists influencers to whom the fan may subscribe: first those of a category that the fan chose at
 * sign-up, then those with posts in one, then the rest by their latest post.
 */
export async function listRecommendations(
  db: Db,
  actor: Actor,
  paymentsOpen: boolean,
): Promise<z.input<typeof recommendationsSchema>['influencers']> {
  const ownSubscription = db
    .select({ one: sql`1` })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.subscriberId, actor.userId),
        eq(userSubscriptions.influencerId, profiles.id),
        ne(userSubscriptions.status, 'cancelled'),
      ),
    );
  const rows = await db
    .select({
      ...cardColumns,
      subscribeState: subscribeState({
        viewerId: actor.userId,
        influencerId: profiles.id,
        isOffered: sql`${paymentsOpen}::boolean`,
      }),
    })
    .from(subscriptionPlans)
    .innerJoin(profiles, eq(profiles.id, subscriptionPlans.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .innerJoin(fan, eq(fan.id, actor.userId))
    .where(
      and(
        eq(subscriptionPlans.isActive, true),
        isNotNull(profiles.publicUrl),
        isPublicInfluencer,
        not(exists(ownSubscription)),
      ),
    )
    .orderBy(
      desc(categoryIsPreferred),
      desc(postsInPreferences),
      sql`${lastPostAt} desc nulls last`,
      asc(profiles.id),
    )
    .limit(MAXIMUM_RECOMMENDATIONS);
  return rows.map(({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }) => ({
    ...row,
    fullName: row.fullName || 'Unknown',
    image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }),
  }));
}
