import { z } from 'zod';

/**
 * The state of the review of a post, with exactly its present files, people, caption and label. A change of one
 * of them begins a new review. `not-sampled` needs none: its influencer is trusted, and only a share of
 * their posts is reviewed.
 */
export const POST_REVIEW_STATES = [
  'waiting',
  'not-sampled',
  'second-review',
  'approved',
  'changes-requested',
  'rejected',
] as const;
export type PostReviewState = (typeof POST_REVIEW_STATES)[number];

/** The review of a post that is not published, as its influencer reads it too. */
export const postReviewStateSchema = z.object({
  state: z.enum(POST_REVIEW_STATES),
  /** Why it was not approved, as the reason was called then. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
});
export type PostReview = z.infer<typeof postReviewStateSchema>;

export const publicationRuleSchema = z.object({
  /** Whether posts need verified people and their consents. */
  requiresConsents: z.boolean(),
  /** Whether posts need a creator agreement in force. */
  requiresAgreements: z.boolean(),
  /** Whether exactly the content that is published needs an approval. */
  requiresReviews: z.boolean(),
  /** The share of the posts of trusted influencers that is reviewed; null reviews all of them. */
  sampledPercent: z.int().nullable(),
});
export type PublicationRule = z.infer<typeof publicationRuleSchema>;
