import { z } from 'zod';

/** Number of influencers on the landing page. */
export const FEATURED_COUNT = 6;

export const featuredInfluencerSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  publicUrl: z.string().nullable(),
  contentCategory: z.string().nullable(),
  /** Stem of a public picture (see lib/images.ts). */
  image: z.string().nullable(),
});
export type FeaturedInfluencer = z.infer<typeof featuredInfluencerSchema>;
