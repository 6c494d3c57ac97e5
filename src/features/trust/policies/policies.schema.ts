import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** What is decided with a reason from the list: posts before their publication, and complaints. */
export const POLICY_AREAS = ['review', 'complaint'] as const;
export type PolicyArea = (typeof POLICY_AREAS)[number];

/** The decisions that need a reason. */
export const POLICY_DECISIONS = ['changes-requested', 'rejected', 'removed', 'no_action'] as const;
export type PolicyDecision = (typeof POLICY_DECISIONS)[number];

/** Whether a policy rests on a law or on a rule of the agency. */
export const POLICY_BASES = ['law', 'rule'] as const;
export type PolicyBasis = (typeof POLICY_BASES)[number];

/** The code of the policy that nobody under 18 is shown: a removal by it can be escalated. */
export const MINORS_POLICY = 'minors';
/** The code of the policy that nothing is wrong: a later report of a minor then hides the post no more. */
export const NO_VIOLATION_POLICY = 'no_violation';

export const POLICY_TITLE_MAXIMUM_LENGTH = 200;
export const POLICY_TEXT_MAXIMUM_LENGTH = 2_000;
export const POLICY_GROUND_MAXIMUM_LENGTH = 500;
/** How many policies an area can have. */
export const POLICY_LIMIT = 100;

/** The id of the version of a policy that whoever decides has read. */
export const policyVersionSchema = z.uuid('Choose a reason');

const contentShape = {
  /** What both sides read. */
  title: z
    .string('Enter the text')
    .trim()
    .min(3, 'Enter at least 3 characters')
    .max(POLICY_TITLE_MAXIMUM_LENGTH, 'At most 200 characters'),
  /** When to use it; only the team reads it. */
  description: z.string().trim().max(POLICY_TEXT_MAXIMUM_LENGTH, 'At most 2,000 characters'),
  basis: z.enum(POLICY_BASES, 'Choose what it rests on'),
  /** The law, or where the rule is written. */
  ground: z.string().trim().max(POLICY_GROUND_MAXIMUM_LENGTH, 'At most 500 characters'),
  /** The decisions that it can be the reason of. */
  decisions: z
    .array(z.enum(POLICY_DECISIONS))
    .min(1, 'Choose at least one decision')
    .max(POLICY_DECISIONS.length),
  /** Whether the transparency report lists it. */
  isPublic: z.boolean(),
  /** Whether new decisions can use it. */
  isActive: z.boolean(),
};

/** A new version of a policy; a law has to be named. */
export const policyContentSchema = z
  .object(contentShape)
  .refine(({ basis, ground }) => basis === 'rule' || ground !== '', {
    path: ['ground'],
    message: 'Name the law',
  });
export type PolicyContent = z.output<typeof policyContentSchema>;

/** A new policy. */
export const newPolicySchema = policyContentSchema.safeExtend({ area: z.enum(POLICY_AREAS) });
export type NewPolicy = z.output<typeof newPolicySchema>;

/** A version of a policy. */
export const policySchema = z.object({
  ...contentShape,
  /** Identifies the version. */
  id: z.uuid(),
  area: z.enum(POLICY_AREAS),
  /** Identifies the policy in its area, whatever its version. */
  code: z.string(),
  number: z.int(),
  /** Null for the policies of a new installation, and after a deletion. */
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});
export type Policy = z.infer<typeof policySchema>;

export const policiesSchema = z.object({ policies: z.array(policySchema) });
