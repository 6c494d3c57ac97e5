import type { FeaturedInfluencer } from './landing.schema.ts';

/** The featured influencers without pictures, for visitors without age confirmation. */
export const withoutPictures = (featured: FeaturedInfluencer[]): FeaturedInfluencer[] =>
  featured.map((influencer) => ({ ...influencer, image: null }));
