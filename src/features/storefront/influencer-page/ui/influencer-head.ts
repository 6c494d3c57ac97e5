import { documentHead } from '#src/ui/page/document-head.ts';
import {
  describeInfluencer,
  influencerCard,
  type PresentedInfluencer,
} from './describe-influencer.ts';
import { influencerJsonLd } from './structured-data.ts';

/** The head of an influencer's page, for search engines and social sites. */
export function influencerHead(influencer: PresentedInfluencer, origin: string) {
  return documentHead(
    {
      title: `${influencer.fullName} · Velvet Rope`,
      description: describeInfluencer(influencer),
      path: `/${influencer.publicUrl}`,
      index: true,
      type: 'profile',
      card: influencerCard(influencer),
      jsonLd: influencerJsonLd(origin, influencer),
    },
    origin,
  );
}
