import type { FeaturedInfluencer } from './landing.schema.ts';

/** The featured influencers for someone who has not confirmed their age. */
export const withoutPortraits = (featured: FeaturedInfluencer[]): FeaturedInfluencer[] =>
  featured.map((influencer) => ({ ...influencer, image: null }));
