import { z } from 'zod';
import { COMPLAINT_KINDS, requiredText } from '#src/features/trust/complaints/complaints.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';

/** What somebody decided about the account of an influencer with strikes. */
export const ACCOUNT_OUTCOMES = ['continue', 'warned', 'ended'] as const;
export type AccountOutcome = (typeof ACCOUNT_OUTCOMES)[number];

/** For how many months a removal counts, and from how many on somebody has to decide. */
export const strikeRuleSchema = z.object({
  months: z
    .int('Enter a whole number of months')
    .min(1, 'At least 1 month')
    .max(120, 'At most 120 months'),
  decideFrom: z.int('Enter a whole number').min(1, 'At least 1 strike').max(50, 'At most 50'),
  version: versionSchema,
});
export type StrikeRule = z.output<typeof strikeRuleSchema>;

/** The strikes of an influencer and what was decided about their account, both newest first. */
export const strikesSchema = z.object({
  rule: strikeRuleSchema.omit({ version: true }),
  strikes: z.array(
    z.object({
      /** When the post was removed. */
      at: instantSchema,
      /** Until when it counts. */
      until: instantSchema,
      /** Null if the reader may not see it. */
      complaint: z
        .object({
          id: z.uuid(),
          reference: z.string(),
          kind: z.enum(COMPLAINT_KINDS),
          /** Why the post was removed, as the policy was called then. */
          reason: z.string(),
          label: z.string(),
        })
        .nullable(),
    }),
  ),
  decisions: z.array(
    z.object({
      id: z.uuid(),
      outcome: z.enum(ACCOUNT_OUTCOMES),
      text: z.string(),
      /** How many strikes there were. */
      strikes: z.int(),
      /** Null after the deletion of the colleague. */
      decidedBy: z.string().nullable(),
      createdAt: instantSchema,
    }),
  ),
  /** Whether there are enough strikes, and a new one since the last decision. */
  needsDecision: z.boolean(),
});
export type Strikes = z.infer<typeof strikesSchema>;

export const accountDecisionSchema = z.object({
  outcome: z.enum(ACCOUNT_OUTCOMES, 'Please choose an outcome'),
  text: requiredText('Please give the reasons in at least 10 characters', 10),
  /** The strikes that whoever decides has seen. */
  strikes: z.int().min(0).max(10_000),
});
export type AccountDecision = z.output<typeof accountDecisionSchema>;
