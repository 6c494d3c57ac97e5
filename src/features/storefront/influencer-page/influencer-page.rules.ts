import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { isSignedIn, type PageViewer } from '#src/lib/page-context.ts';

type Subscribable = Pick<InfluencerPage, 'id' | 'subscribeState'> & { publicUrl: string | null };

/**
 * Where the subscribe button leads: subscribers to the posts, other members to the checkout, and
 * everyone else to the sign-up.
 */
export function subscribeAddress(
  { id, publicUrl, subscribeState }: Subscribable,
  viewer: PageViewer,
): string {
  if (subscribeState === 'subscribed') return `/subscriptions/${id}`;
  if (!publicUrl) return '/subscribe';
  return isSignedIn(viewer)
    ? `/marketplace/subscribe/${publicUrl}`
    : `/subscribe?influencer=${publicUrl}`;
}

/** The label of the subscribe button. */
export function subscribeText({ subscribeState }: Pick<Subscribable, 'subscribeState'>): string {
  return subscribeState === 'subscribed' ? 'View Content' : 'SUBSCRIBE NOW';
}

/** Why the viewer cannot subscribe; null for those who can. */
export function closedReason(
  { subscribeState }: Pick<InfluencerPage, 'subscribeState'>,
  viewer: PageViewer,
): string | null {
  if (viewer === 'member') return 'Subscriptions need a fan account';
  return subscribeState === 'unavailable' ? 'Subscriptions open soon' : null;
}

type WithVisibleImages<Section extends { images: string[] }> = Omit<Section, 'images'> & {
  images: (string | null)[];
};

/** An influencer's page for a viewer; pictures that the viewer may not see are null. */
export type VisibleInfluencer = Omit<InfluencerPage, 'about' | 'sneakPeekImages' | 'whySignup'> & {
  about: WithVisibleImages<InfluencerPage['about']>;
  sneakPeekImages: (string | null)[];
  whySignup: WithVisibleImages<InfluencerPage['whySignup']>;
};

const hideImages = (images: string[]) => images.map(() => null);

/** The page without picture addresses, for visitors without age confirmation. */
export function withoutImages(page: InfluencerPage): VisibleInfluencer {
  return {
    ...page,
    image: null,
    hero: { ...page.hero, image: null },
    about: { ...page.about, images: hideImages(page.about.images) },
    sneakPeekImages: hideImages(page.sneakPeekImages),
    whySignup: { ...page.whySignup, images: hideImages(page.whySignup.images) },
    readyBackground: null,
  };
}

/** The figures of what a subscription includes, without zeros. */
export function listOfferFigures(
  page: Pick<InfluencerPage, 'postCount' | 'photoCount' | 'videoMinutes' | 'lastPostAt'>,
): { value: string; label: string }[] {
  const counts: [count: number, one: string, many: string][] = [
    [page.postCount, 'post', 'posts'],
    [page.photoCount, 'photo', 'photos'],
    [page.videoMinutes, 'minute of video', 'minutes of video'],
  ];
  const figures = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => ({
      value: formatNumber(count),
      label: count === 1 ? one : many,
    }));
  return page.lastPostAt
    ? [...figures, { value: formatUtcDate(page.lastPostAt), label: 'last post' }]
    : figures;
}

/** The renewal terms shown before a purchase; null if there is nothing to buy. */
export function renewalTerms({
  priceCents,
  subscribeState,
}: Pick<InfluencerPage, 'priceCents' | 'subscribeState'>): string | null {
  return priceCents === null || subscribeState !== 'available'
    ? null
    : `Renews monthly at ${formatCents(priceCents)}. Cancel at any time.`;
}
