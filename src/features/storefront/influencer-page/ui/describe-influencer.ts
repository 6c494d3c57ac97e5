import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { formatCents, formatList } from '#src/lib/locale/numbers.ts';
import { pluralize, truncateAtWord } from '#src/lib/text.ts';

/** The length of a description that search engines show. */
const DESCRIPTION_LENGTH = 155;

/** The data of an influencer for search engines and social sites. */
export type PresentedInfluencer = Pick<
  InfluencerPage,
  | 'fullName'
  | 'publicUrl'
  | 'bio'
  | 'priceCents'
  | 'subscribeState'
  | 'socials'
  | 'postCount'
  | 'photoCount'
  | 'videoMinutes'
  | 'lastPostAt'
>;

/** The description of an influencer's page: their own text, else the figures. */
export function describeInfluencer(influencer: PresentedInfluencer): string {
  const { bio, fullName, postCount, photoCount, videoMinutes, priceCents } = influencer;
  if (bio?.trim()) return truncateAtWord(bio, DESCRIPTION_LENGTH);
  const figures = [
    postCount > 0 && pluralize(postCount, 'post', 'posts'),
    photoCount > 0 && pluralize(photoCount, 'photo', 'photos'),
    videoMinutes > 0 && pluralize(videoMinutes, 'minute of video', 'minutes of video'),
  ].filter((figure) => typeof figure === 'string');
  const offer = figures.length > 0 ? `: ${formatList(figures)}` : '';
  const price = priceCents === null ? '' : ` ${formatCents(priceCents)} a month.`;
  const facts = `${offer}.${price} For adults only.`;
  const where = 'on Velvet Rope';
  const name = truncateAtWord(fullName, DESCRIPTION_LENGTH - facts.length - where.length - 1);
  return `${name} ${where}${facts}`;
}

/** The card that social sites show with a link to an influencer. */
export function influencerCard({ fullName, publicUrl }: PresentedInfluencer) {
  return {
    path: `/cards/${publicUrl}.png`,
    alt: `${fullName} on Velvet Rope. 18+`,
  };
}
