import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/**
 * The states of a version of bank details or tax details. At most one is proposed and one confirmed at
 * a time.
 */
export const VERSION_STATUSES = [
  'proposed',
  'confirmed',
  'replaced',
  'declined',
  'withdrawn',
] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

const REASON_MAXIMUM_LENGTH = 500;

/** What every version has, as its influencer sees it. */
export const ownVersionShape = {
  id: z.uuid(),
  status: z.enum(VERSION_STATUSES),
  proposedAt: instantSchema,
  /** Whether the influencer proposed it, not the back office. */
  isByPayee: z.boolean(),
  decidedAt: instantSchema.nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
};

/** What the back office sees in addition. */
export const versionShape = {
  /** Names or addresses; null for deleted users, and while undecided. */
  proposedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Whether the caller proposed it, who then cannot confirm it. */
  isOwnProposal: z.boolean(),
  /** Whether only an admin can confirm it, because staff proposed it. */
  needsAdmin: z.boolean(),
};

const ownSchema = z.object(ownVersionShape);
const schema = ownSchema.extend(versionShape);
export type OwnVersion = z.infer<typeof ownSchema>;
export type Version = z.infer<typeof schema>;

const reason = z
  .string()
  .trim()
  .min(1, 'Enter a reason')
  .max(REASON_MAXIMUM_LENGTH, `A reason must be at most ${REASON_MAXIMUM_LENGTH} characters long`);

/** The input to decline a proposal, or to reveal the numbers of a version. */
export const reasonSchema = z.object({ reason });
