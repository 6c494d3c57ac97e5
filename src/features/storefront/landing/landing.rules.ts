import type { FeaturedInfluencer } from './landing.schema.ts';

/** The featured influencers without pictures, for visitors without age confirmation. */
export function withoutPictures(featured: FeaturedInfluencer[]): FeaturedInfluencer[] {
  return featured.map((influencer) => ({ ...influencer, image: null }));
}
