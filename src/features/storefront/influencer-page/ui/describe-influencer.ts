import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { formatCents } from '#src/lib/money.ts';
import { truncateAtWord } from '#src/lib/text.ts';

/** The length of a description that search engines show. */
const DESCRIPTION_LENGTH = 155;

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

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
    postCount > 0 && counted(postCount, 'post', 'posts'),
    photoCount > 0 && counted(photoCount, 'photo', 'photos'),
    videoMinutes > 0 && counted(videoMinutes, 'minute of video', 'minutes of video'),
  ].filter((figure) => typeof figure === 'string');
  const offer = figures.length > 0 ? `: ${listed(figures)}` : '';
  const price = priceCents === null ? '' : ` ${formatCents(priceCents)} a month.`;
  const facts = `${offer}.${price} For adults only.`;
  const where = 'on Velvet Rope';
  const name = truncateAtWord(fullName, DESCRIPTION_LENGTH - facts.length - where.length - 1);
  return `${name} ${where}${facts}`;
}

const listed = (items: string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(items);

/** The card that social sites show with a link to an influencer. */
export function influencerCard({ fullName, publicUrl }: PresentedInfluencer) {
  return {
    path: `/cards/${publicUrl}.png`,
    alt: `${fullName} on Velvet Rope. 18+`,
  };
}
