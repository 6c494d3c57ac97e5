import { z } from 'zod';

/** Why a post may not be published because of a person in it. */
export const OBSTACLES = [
  'withdrawn',
  'not-registered',
  'unverified',
  'expired',
  'not-consented',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** A person in a post who prevents its publication; no performer if the influencer is not registered as one. */
export const obstacleSchema = z.object({
  performerId: z.uuid().nullable(),
  fullName: z.string(),
  obstacle: z.enum(OBSTACLES),
});
export type PublicationObstacle = z.infer<typeof obstacleSchema>;
