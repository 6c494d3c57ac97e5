import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
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
import { listSocials } from '#src/features/storefront/marketplace/marketplace.rules.ts';
import type { influencerPageSchema } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { publicImageStem } from '#src/lib/images.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createSharedRead } from '#src/platform/database/shared-read.ts';
import { prepareNamed, type RowOf } from '#src/platform/database/statement.ts';

const ofInfluencer = sql`${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is not null`;
const mediaOfInfluencer = sql`from ${contentMedia} join ${contentPosts} on ${contentPosts.id} = ${contentMedia.postId} where ${ofInfluencer}`;

/** The figures of an influencer's posts. */
export const figureColumns = {
  postCount: sql<number>`(select count(*)::int from ${contentPosts} where ${ofInfluencer})`,
  lastPostAt:
    sql<Date | null>`(select max(${contentPosts.publishedAt}) from ${contentPosts} where ${ofInfluencer})`.mapWith(
      contentPosts.publishedAt,
    ),
  // A file that is in several posts counts once.
  photoCount: sql<number>`(select count(distinct ${contentMedia.s3Key})::int ${mediaOfInfluencer} and ${contentMedia.mediaType} = 'image')`,
  videoMinutes: sql<number>`(select coalesce(ceil(sum(seconds) / 60), 0)::int from (
    select max(${contentMedia.durationSeconds}) as seconds ${mediaOfInfluencer} and ${contentMedia.mediaType} = 'video'
    group by ${contentMedia.s3Key}) videos)`,
};

/** The columns of joined profiles and subscription_plans that {@link toPage} reads with the figures. */
export const pageColumns = {
  id: profiles.id,
  fullName: profiles.fullName,
  publicUrl: sql<string>`${profiles.publicUrl}`,
  contentCategory: profiles.contentCategory,
  bio: profiles.bio,
  themeColor: profiles.pageThemeColor,
  heroTitle: profiles.pageHeroTitle,
  heroSubtitle: profiles.pageHeroSubtitle,
  heroImage: profiles.pageHeroImage,
  heroAlignment: profiles.pageHeroAlignment,
  aboutTitle: profiles.pageAboutTitle,
  aboutContent: profiles.pageAboutContent,
  sneakPeekImages: profiles.pageSneakPeekImages,
  whySignupTitle: profiles.pageWhySignupTitle,
  whySignupContent: profiles.pageWhySignupContent,
  whySignupImages: profiles.pageWhySignupImages,
  readyBackground: profiles.pageReadySectionBackground,
  instagramHandle: profiles.instagramHandle,
  instagramFollowers: profiles.instagramFollowers,
  tiktokHandle: profiles.tiktokHandle,
  tiktokFollowers: profiles.tiktokFollowers,
  youtubeChannel: profiles.youtubeChannel,
  youtubeSubscribers: profiles.youtubeSubscribers,
  onlyfansHandle: profiles.onlyfansHandle,
  onlyfansFollowers: profiles.onlyfansFollowers,
  planId: subscriptionPlans.id,
  priceCents: subscriptionPlans.priceMonthlyCents,
  ...imageColumns,
};

/** The condition of the plan that an influencer's page offers. */
export const isOffered = and(
  eq(subscriptionPlans.influencerId, profiles.id),
  eq(subscriptionPlans.isActive, true),
);

const prepareRow = (db: Db, paymentsOpen: boolean) =>
  db
    .select({
      ...pageColumns,
      subscribeState: subscribeState({
        viewerId: sql`${sql.placeholder('viewerId')}::uuid`,
        influencerId: profiles.id,
        isOffered: sql`${subscriptionPlans.id} is not null`,
        paymentsOpen,
      }),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(subscriptionPlans, isOffered)
    .where(and(eq(profiles.publicUrl, sql.placeholder('publicUrl')), isPublicInfluencer))
    .prepare('influencer_page');

const readFigures = prepareNamed(
  'influencer_figures',
  figureColumns,
  (columns) => sql`
    select ${columns} from ${profiles}
    where ${profiles.publicUrl} = ${sql.placeholder('publicUrl')}`,
);

export type InfluencerPage = z.input<typeof influencerPageSchema>;
type Row = Awaited<ReturnType<ReturnType<typeof prepareRow>['execute']>>[number];
type Figures = RowOf<typeof figureColumns>;

/**
 * Prepares the query of an influencer's page as the user `viewerId` sees it (null: a visitor). Viewers
 * who ask at the same time share the figures, which cost more than everything else, and visitors the
 * whole page.
 */
export function prepareInfluencerPage(db: Db, paymentsOpen: boolean) {
  const rows = prepareRow(db, paymentsOpen);
  const shareRows = createSharedRead<Row[]>();
  const shareFigures = createSharedRead<Figures[]>();

  /** @throws DomainError 'not-found' */
  return async function getInfluencerPage(
    publicUrl: string,
    viewerId: string | null,
  ): Promise<InfluencerPage> {
    const [[row], [posts]] = await Promise.all([
      shareRows(`${viewerId} ${publicUrl}`, () => rows.execute({ publicUrl, viewerId })),
      shareFigures(publicUrl, () => readFigures(db, { publicUrl })),
    ]);
    if (!row || !posts) throw new DomainError('not-found', 'Influencer not found');
    return toPage({ ...row, ...posts });
  };
}

const imageStem = (key: string | null) => (key ? publicImageStem(key) : null);

export function toPage(row: Row & Figures): InfluencerPage {
  return {
    id: row.id,
    fullName: row.fullName.trim() || 'Unknown',
    publicUrl: row.publicUrl,
    contentCategory: row.contentCategory,
    bio: row.bio,
    image: influencerImage(row),
    planId: row.planId,
    priceCents: row.priceCents,
    subscribeState: row.subscribeState,
    themeColor: row.themeColor,
    hero: {
      title: row.heroTitle,
      subtitle: row.heroSubtitle,
      image: imageStem(row.heroImage),
      alignment: row.heroAlignment,
    },
    about: {
      title: row.aboutTitle,
      content: row.aboutContent,
      images: row.aboutImages.map(publicImageStem),
    },
    sneakPeekImages: row.sneakPeekImages.map(publicImageStem),
    whySignup: {
      title: row.whySignupTitle,
      content: row.whySignupContent,
      images: row.whySignupImages.map(publicImageStem),
    },
    readyBackground: imageStem(row.readyBackground),
    socials: listSocials(row),
    postCount: row.postCount,
    photoCount: row.photoCount,
    videoMinutes: row.videoMinutes,
    lastPostAt: row.lastPostAt,
  };
}
