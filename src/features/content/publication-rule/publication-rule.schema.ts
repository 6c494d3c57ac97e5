import { z } from 'zod';

/** Why a post may not be published because of a person in it, or because of its influencer. */
export const OBSTACLES = [
  'underage',
  'withdrawn',
  'not-registered',
  'unverified',
  'expired',
  'not-consented',
  'no-agreement',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** A person in a post who prevents its publication; no performer if the influencer is not registered as one, or has no agreement. */
export const obstacleSchema = z.object({
  performerId: z.uuid().nullable(),
  fullName: z.string(),
  obstacle: z.enum(OBSTACLES),
});
export type PublicationObstacle = z.infer<typeof obstacleSchema>;
