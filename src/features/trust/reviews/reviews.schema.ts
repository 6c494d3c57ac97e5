import { z } from 'zod';
import { VERIFICATION_STATES } from '#src/features/agency/performers/verification.schema.ts';
import { studioMediaSchema } from '#src/features/content/media/media.schema.ts';
import { AI_USES } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { obstacleSchema } from '#src/features/content/publication-rule/publication-rule.schema.ts';
import { POST_REVIEW_STATES } from '#src/features/content/publication-rule/review-states.schema.ts';
import { policyVersionSchema } from '#src/features/trust/policies/policies.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** `existing` stands for the posts that were published before reviews were required. */
export const REVIEW_DECISIONS = ['approved', 'changes-requested', 'rejected', 'existing'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/**
 * Why a post needs the approval of two people: its caption contains a banned term, the influencer has published nothing yet, lost a post to
 * a complaint or uploaded a copy of a blocked file in the last 180 days, or an earlier content of the
 * post was rejected.
 */
export const REVIEW_SIGNALS = [
  'banned-term',
  'first-post',
  'removal',
  'blocked-upload',
  'rejected-before',
] as const;
export type ReviewSignal = (typeof REVIEW_SIGNALS)[number];

/** How long a decision can be undone; an approved post is not published earlier. */
export const UNDO_SECONDS = 15;

export const REVIEW_NOTE_MAXIMUM_LENGTH = 1_000;

/** The filters of the list; `open` waits for a first or second approval, `returned` for the planner. */
export const REVIEW_FILTERS = ['open', 'returned', 'approved'] as const;
export const reviewQuerySchema = z.object({
  ...listingShape(['due', 'waiting'], 'due'),
  state: z.enum(REVIEW_FILTERS).optional(),
  influencerId: z.uuid().optional(),
});
export type ReviewQuery = z.output<typeof reviewQuerySchema>;

/** A scheduled post in the list of reviews. */
export const reviewRowSchema = z.object({
  id: z.uuid(),
  caption: z.string(),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }),
  state: z.enum(POST_REVIEW_STATES),
  signals: z.array(z.enum(REVIEW_SIGNALS)),
  /** When it is to be published; a time that has passed waits for the review. */
  publishAt: instantSchema,
  waitsSince: instantSchema,
  files: z.int(),
  people: z.int(),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;
export const reviewPageSchema = listPageSchema(reviewRowSchema);

export const reviewCountsSchema = z.object({
  all: z.int(),
  open: z.int(),
  returned: z.int(),
  approved: z.int(),
  /** The median time to a decision in the last 30 days, in minutes; null without decisions. */
  medianMinutes: z.number().nullable(),
});

/** A post with everything that its review needs. */
export const reviewRecordSchema = reviewRowSchema.omit({ files: true, people: true }).extend({
  category: z.enum(CATEGORIES),
  /** What AI made of it, as it was stated; null for posts from before that was required. */
  aiUse: z.enum(AI_USES).nullable(),
  /** What the influencer stated about the files when they were submitted for a task; null without. */
  statedAiUse: z.enum(AI_USES).nullable(),
  /** Names the files, people, caption and label that are reviewed: a decision is about exactly these. */
  contentHash: z.string(),
  changedBy: z.string().nullable(),
  media: z.array(studioMediaSchema),
  mediaToken: z.string(),
  /** Everybody in the post, its influencer first. */
  people: z.array(
    z.object({
      id: z.uuid(),
      fullName: z.string(),
      isInfluencer: z.boolean(),
      verification: z.enum(VERIFICATION_STATES),
      consent: z.enum(['given', 'withdrawn', 'missing']),
    }),
  ),
  /** Who prevents the publication, whatever the review says. */
  obstacles: z.array(obstacleSchema),
  /** Decisions on this post, newest first. */
  decisions: z.array(
    z.object({
      id: z.uuid(),
      decision: z.enum(REVIEW_DECISIONS),
      /** Why, as the policy was called then. */
      reason: z.string().nullable(),
      note: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: instantSchema,
      /** Whether it was about the present content. */
      isCurrent: z.boolean(),
    }),
  ),
  /** Why the actor cannot approve it; null if they can. */
  approvalRefusal: z.enum(['own-content', 'approved-already']).nullable(),
});
export type ReviewRecord = z.infer<typeof reviewRecordSchema>;

const contentHash = z.string().max(64);
const tooLong = 'At most 1,000 characters';
const note = z.string().trim().max(REVIEW_NOTE_MAXIMUM_LENGTH, tooLong);

/** A decision on exactly the content that was shown. */
export const reviewSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approved'), contentHash }),
  z.object({
    decision: z.literal('changes-requested'),
    contentHash,
    policyVersion: policyVersionSchema,
    note: note.min(1, 'Say what should change'),
  }),
  z.object({
    decision: z.literal('rejected'),
    contentHash,
    policyVersion: policyVersionSchema,
    note: note.optional(),
  }),
]);
export type Review = z.output<typeof reviewSchema>;

export const undoReviewSchema = z.object({ reviewId: z.uuid() });
