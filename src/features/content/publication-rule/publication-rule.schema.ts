import { z } from 'zod';

/** Why a post may not be published: because of a person in it, its influencer, its caption or a file. */
export const OBSTACLES = [
  'underage',
  'withdrawn',
  'not-registered',
  'unverified',
  'expired',
  'not-consented',
  'no-agreement',
  'banned-term',
  'held-file',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/**
 * What prevents the publication of a post. No performer if the influencer is not registered as one or
 * has no agreement; no name if it is the caption or a file.
 */
export const obstacleSchema = z.object({
  performerId: z.uuid().nullable(),
  fullName: z.string(),
  obstacle: z.enum(OBSTACLES),
});
export type PublicationObstacle = z.infer<typeof obstacleSchema>;
