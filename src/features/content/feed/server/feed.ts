import { and, asc, count, eq, exists, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { FeedScope } from '#src/features/content/posts/feed.schema.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/** Whether the actor has a subscription to the influencer that grants viewing. */
const isSubscribed = (db: Db, actor: Actor, influencerId: SQL | typeof profiles.id | string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(userSubscriptions)
      .where(
        and(
          eq(userSubscriptions.subscriberId, actor.userId),
          eq(userSubscriptions.influencerId, influencerId),
          grantsViewingNow,
        ),
      ),
  );

/** Lists the influencers by whom a feed can be filtered, by name. */
export async function listFeedInfluencers(db: Db, actor: Actor, scope: FeedScope) {
  const publishedPosts = db
    .select({ one: sql`1` })
    .from(contentPosts)
    .where(and(eq(contentPosts.influencerId, profiles.id), isNotNull(contentPosts.publishedAt)));
  const rows = await db
    .select({ id: profiles.id, fullName: profiles.fullName })
    .from(profiles)
    .innerJoin(userRoles, and(eq(userRoles.userId, profiles.id), eq(userRoles.role, 'influencer')))
    .innerJoin(users, eq(users.id, profiles.id))
    .where(
      scope === 'mine'
        ? isSubscribed(db, actor, profiles.id)
        : and(isPublicInfluencer, exists(publishedPosts)),
    )
    .orderBy(asc(sql`lower(${profiles.fullName})`), asc(profiles.id));
  return rows.map(({ id, fullName }) => ({ id, fullName: fullName || 'Unknown' }));
}

/** @throws DomainError 'subscription-required' */
export async function requireSubscription(db: Db, actor: Actor, influencerId: string) {
  const [found] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, influencerId), isSubscribed(db, actor, profiles.id)));
  if (!found) {
    throw new DomainError(
      'subscription-required',
      'You need an active subscription to view this content',
    );
  }
}

/** Returns the header of an influencer's posts for their subscribers. */
export async function getInfluencerHeader(db: Db, actor: Actor, influencerId: string) {
  await requireSubscription(db, actor, influencerId);
  const [row] = await db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      publicUrl: profiles.publicUrl,
      contentCategory: profiles.contentCategory,
      bio: profiles.bio,
      ...imageColumns,
    })
    .from(profiles)
    .where(eq(profiles.id, influencerId));
  if (!row) throw new DomainError('not-found', 'Influencer not found');
  const [posts] = await db
    .select({ count: count() })
    .from(contentPosts)
    .where(and(eq(contentPosts.influencerId, influencerId), isNotNull(contentPosts.publishedAt)));
  const { aboutImages, photoKey, photoUrl, avatarUrl, ...header } = row;
  return {
    ...header,
    fullName: header.fullName || 'Unknown',
    image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }),
    postCount: posts!.count,
  };
}
