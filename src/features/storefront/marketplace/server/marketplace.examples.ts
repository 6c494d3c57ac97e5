import type { InfluencerPage, MarketplaceCard } from '../marketplace.schema.ts';

const person = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Marlowe Vesperine',
  publicUrl: 'marlowe-vesperine',
  contentCategory: 'Cosplay',
  bio: 'Costume maker with a sewing room full of velvet.',
  image: '/images/1732100000000-a1b2c3',
  priceCents: 2400,
  subscribeState: 'available' as const,
  postCount: 18,
};

export const marketplaceCardExample: MarketplaceCard = {
  ...person,
  subscriberCount: 12,
  isFavorite: false,
  createdAt: '2026-10-21T09:00:00.000Z',
};

export const influencerPageExample: InfluencerPage = {
  ...person,
  planId: 'b6b9c2de-7d0f-4f8b-8a3e-5f6a7b8c9d0e',
  themeColor: '#b98cff',
  hero: { title: 'Marlowe Vesperine', subtitle: null, image: null, alignment: 'center' },
  about: { title: 'About Marlowe', content: 'New builds every week.', images: [] },
  sneakPeekImages: [],
  whySignup: { title: null, content: null, images: [] },
  readyBackground: null,
  socials: [{ platform: 'Instagram', handle: 'marlowe.vesperine', count: 48_200 }],
  photoCount: 31,
  videoMinutes: 2,
  lastPostAt: '2026-11-20T18:30:00.000Z',
};
