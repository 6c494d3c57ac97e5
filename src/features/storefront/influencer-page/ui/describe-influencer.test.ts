import { expect, test } from 'vitest';
import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { describeInfluencer } from './describe-influencer.ts';
import { influencerJsonLd } from './structured-data.ts';

const ORIGIN = 'https://rope.example';
const influencer: InfluencerPage = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Marlowe Vesperine',
  publicUrl: 'marlowe',
  contentCategory: null,
  bio: null,
  image: '/images/portrait',
  planId: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b12',
  priceCents: 1_999,
  subscribeState: 'available',
  themeColor: null,
  hero: { title: null, subtitle: null, image: '/images/hero', alignment: 'center' },
  about: { title: null, content: null, images: [] },
  sneakPeekImages: [],
  whySignup: { title: null, content: null, images: [] },
  readyBackground: null,
  socials: [
    { platform: 'Instagram', handle: 'marlowe', count: 12_000 },
    { platform: 'TikTok', handle: 'marlowe', count: 0 },
  ],
  postCount: 1_234,
  photoCount: 1,
  videoMinutes: 12,
  lastPostAt: '2026-11-01T12:00:00.000Z',
};

test('an influencer is described by their own text, truncated after a whole word', () => {
  expect(describeInfluencer({ ...influencer, bio: ' Night\n owl. ' })).toBe('Night owl.');
  const long = describeInfluencer({ ...influencer, bio: 'Velvet and light. '.repeat(30) });
  expect(long.length).toBeLessThanOrEqual(156);
  expect(long).toMatch(/ (Velvet|and|light)…$/);
});

test('without a text the description lists the figures, without zeros', () => {
  expect(describeInfluencer(influencer)).toBe(
    'Marlowe Vesperine on Velvet Rope: 1,234 posts, 1 photo, and 12 minutes of video. $19.99 a month. For adults only.',
  );
  const nothing = { postCount: 0, photoCount: 0, videoMinutes: 0, priceCents: null };
  expect(describeInfluencer({ ...influencer, ...nothing, bio: '  ' })).toBe(
    'Marlowe Vesperine on Velvet Rope. For adults only.',
  );
  expect(describeInfluencer({ ...influencer, fullName: 'W'.repeat(500) }).length).toBeLessThan(160);
});

test('structured data contain the monthly price and the follower counts', () => {
  const [page] = influencerJsonLd(ORIGIN, influencer);
  expect(page).toMatchObject({
    '@type': 'ProfilePage',
    isFamilyFriendly: false,
    mainEntity: {
      '@type': 'Person',
      name: 'Marlowe Vesperine',
      alternateName: '@marlowe',
      interactionStatistic: [{ userInteractionCount: 12_000 }],
      makesOffer: {
        price: '19.99',
        priceCurrency: 'USD',
        priceSpecification: { '@type': 'UnitPriceSpecification', billingDuration: 'P1M' },
      },
    },
  });
});

test('structured data contain no offer without a plan, and never a picture of a person', () => {
  const [page] = influencerJsonLd(ORIGIN, { ...influencer, priceCents: null, socials: [] });
  expect(page!.mainEntity).not.toHaveProperty('makesOffer');
  expect(page!.mainEntity).not.toHaveProperty('interactionStatistic');
  const text = JSON.stringify(page);
  expect(text).toContain('https://rope.example/cards/marlowe.png');
  expect(text).not.toContain('/images/');
});
