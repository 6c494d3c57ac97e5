import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { formatUtcDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { isSignedIn, type PageViewer } from '#src/lib/page-context.ts';

/** Where someone subscribes: members go to the checkout, all others sign up first. */
export function subscribeAddress(publicUrl: string | null, viewer: PageViewer): string {
  if (!publicUrl) return '/subscribe';
  return isSignedIn(viewer)
    ? `/marketplace/subscribe/${publicUrl}`
    : `/subscribe?influencer=${publicUrl}`;
}

/** Why nobody can subscribe now; null when they can. */
export function closedReason({
  subscribeState,
  priceCents,
}: Pick<InfluencerPage, 'subscribeState' | 'priceCents'>): string | null {
  if (subscribeState !== 'unavailable') return null;
  return priceCents === null ? 'Subscriptions open soon' : 'Not available right now';
}

type Shown<Section extends { images: string[] }> = Omit<Section, 'images'> & {
  images: (string | null)[];
};

/** An influencer's page as it is shown: a picture that this viewer may not see is null. */
export type ShownInfluencer = Omit<InfluencerPage, 'about' | 'sneakPeekImages' | 'whySignup'> & {
  about: Shown<InfluencerPage['about']>;
  sneakPeekImages: (string | null)[];
  whySignup: Shown<InfluencerPage['whySignup']>;
};

const veil = (images: string[]) => images.map(() => null);

/** The page for someone who has not confirmed their age: every picture's place, and no address of one. */
export const withoutImages = (page: InfluencerPage): ShownInfluencer => ({
  ...page,
  image: null,
  hero: { ...page.hero, image: null },
  about: { ...page.about, images: veil(page.about.images) },
  sneakPeekImages: veil(page.sneakPeekImages),
  whySignup: { ...page.whySignup, images: veil(page.whySignup.images) },
  readyBackground: null,
});

const whole = new Intl.NumberFormat('en-US');

/** What a subscription opens, in figures; what there is none of is left out. */
export function whatYouGet(
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
      value: whole.format(count),
      label: count === 1 ? one : many,
    }));
  return page.lastPostAt
    ? [...figures, { value: formatUtcDate(page.lastPostAt), label: 'last post' }]
    : figures;
}

/** The terms of a subscription as they are shown before it is bought; null without a price. */
export const renewalTerms = (priceCents: number | null): string | null =>
  priceCents === null ? null : `Renews monthly at ${formatCents(priceCents)}. Cancel at any time.`;
