import { formatCents } from '#src/lib/locale/numbers.ts';
import type { InfluencerPage } from './marketplace.schema.ts';

/** The label of a subscribe button with its price: "Subscribe · $24.00/month". */
export function subscribeLabel(priceCents: number | null): string {
  return priceCents === null ? 'Subscribe' : `Subscribe · ${formatCents(priceCents)}/month`;
}

type SocialFields = {
  instagramHandle: string | null;
  instagramFollowers: number;
  tiktokHandle: string | null;
  tiktokFollowers: number;
  youtubeChannel: string | null;
  youtubeSubscribers: number;
  onlyfansHandle: string | null;
  onlyfansFollowers: number;
};

/** The social profiles of an influencer for the public page, without empty ones. */
export function listSocials(fields: SocialFields): InfluencerPage['socials'] {
  const all: InfluencerPage['socials'] = [
    { platform: 'Instagram', handle: fields.instagramHandle, count: fields.instagramFollowers },
    { platform: 'TikTok', handle: fields.tiktokHandle, count: fields.tiktokFollowers },
    { platform: 'YouTube', handle: fields.youtubeChannel, count: fields.youtubeSubscribers },
    { platform: 'OnlyFans', handle: fields.onlyfansHandle, count: fields.onlyfansFollowers },
  ];
  return all.filter(({ handle, count }) => handle || count > 0);
}
