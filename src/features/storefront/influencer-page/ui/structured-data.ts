import { CURRENCY, LOCALE } from '#src/lib/locale/locale.ts';
import {
  describeInfluencer,
  influencerCard,
  type PresentedInfluencer,
} from './describe-influencer.ts';

const SCHEMA = 'https://schema.org';
const PLATFORM = { '@type': 'Organization', name: 'Velvet Rope' };

/** The platform and its site, for search engines. */
export function platformJsonLd(origin: string) {
  return [
    {
      ...PLATFORM,
      '@id': `${origin}/#house`,
      url: `${origin}/`,
      logo: `${origin}/icons/icon-512.png`,
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      name: PLATFORM.name,
      url: `${origin}/`,
      inLanguage: LOCALE,
      isFamilyFriendly: false,
      publisher: { '@id': `${origin}/#house` },
    },
  ];
}

/** An influencer's page, person and price, for search engines. */
export function influencerJsonLd(origin: string, influencer: PresentedInfluencer) {
  const { fullName, publicUrl, lastPostAt } = influencer;
  const url = `${origin}/${publicUrl}`;
  return [
    {
      '@type': 'ProfilePage',
      '@id': url,
      url,
      name: `${fullName} on Velvet Rope`,
      description: describeInfluencer(influencer),
      inLanguage: LOCALE,
      isFamilyFriendly: false,
      primaryImageOfPage: {
        '@type': 'ImageObject',
        url: origin + influencerCard(influencer).path,
        width: 1200,
        height: 630,
      },
      ...(lastPostAt && { dateModified: lastPostAt }),
      mainEntity: {
        '@type': 'Person',
        '@id': `${url}#person`,
        name: fullName,
        alternateName: `@${publicUrl}`,
        url,
        ...followerData(influencer),
        ...offerData(origin, influencer),
      },
    },
  ];
}

function followerData({ socials }: PresentedInfluencer) {
  const interactionStatistic = socials
    .filter(({ count }) => count > 0)
    .map(({ platform, count }) => ({
      '@type': 'InteractionCounter',
      interactionType: `${SCHEMA}/FollowAction`,
      userInteractionCount: count,
      interactionService: { '@type': 'WebSite', name: platform },
    }));
  return interactionStatistic.length > 0 ? { interactionStatistic } : {};
}

function offerData(origin: string, { priceCents, publicUrl, subscribeState }: PresentedInfluencer) {
  if (priceCents === null) return {};
  const price = (priceCents / 100).toFixed(2);
  const isSold = subscribeState !== 'unavailable' && subscribeState !== 'checkout_disabled';
  return {
    makesOffer: {
      '@type': 'Offer',
      url: `${origin}/${publicUrl}`,
      price,
      priceCurrency: CURRENCY,
      availability: `${SCHEMA}/${isSold ? 'InStock' : 'OutOfStock'}`,
      seller: PLATFORM,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: CURRENCY,
        billingDuration: 'P1M',
        billingIncrement: 1,
        unitCode: 'MON',
      },
    },
  };
}
