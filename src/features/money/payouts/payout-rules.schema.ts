import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';

export const HOLD_DAYS_MAXIMUM = 180;
export const MINIMUM_PAYOUT_MAXIMUM_CENTS = 1_000_000;
export const RESERVE_PERCENT_MAXIMUM = 50;
export const RESERVE_DAYS_MAXIMUM = 365;

const whole = (maximum: number) =>
  z
    .int('Please enter a whole number')
    .min(0, 'Please enter 0 or more')
    .max(maximum, `Please enter at most ${maximum}`);

/** How the next payout run treats the influencers. */
const termsShape = {
  /** A payment counts for a month's payout if it occurred this many days before the month's end. */
  holdDays: whole(HOLD_DAYS_MAXIMUM),
  /** A smaller payout is carried over to the next month. */
  minimumCents: z
    .int('Please enter an amount')
    .min(0, 'Please enter $0 or more')
    .max(MINIMUM_PAYOUT_MAXIMUM_CENTS, 'Please enter at most $10,000'),
  /** The part of each payout that is withheld, with at most two decimals. */
  reservePercent: z
    .number('Please enter a number')
    .min(0, 'Please enter 0 or more')
    .max(RESERVE_PERCENT_MAXIMUM, `Please enter at most ${RESERVE_PERCENT_MAXIMUM}`)
    .multipleOf(0.01, 'Please enter at most two decimals'),
  /** How long it is withheld. */
  reserveDays: whole(RESERVE_DAYS_MAXIMUM),
};

export const payoutTermsSchema = z.object(termsShape);
export type PayoutRuleTerms = z.infer<typeof payoutTermsSchema>;
export const TERM_NAMES = Object.keys(termsShape) as (keyof PayoutRuleTerms)[];

/** The rules for all influencers without rules of their own. */
export const defaultPayoutRulesSchema = payoutTermsSchema.extend({
  /** Whether a second person has to approve each payout. */
  needsApproval: z.boolean(),
  version: versionSchema,
  updatedAt: instantSchema,
});

const overridesShape = {
  holdDays: termsShape.holdDays.nullable(),
  minimumCents: termsShape.minimumCents.nullable(),
  reservePercent: termsShape.reservePercent.nullable(),
  reserveDays: termsShape.reserveDays.nullable(),
};

/** What differs for one influencer; null means the default. */
export const payoutOverridesSchema = z.object(overridesShape);
export type PayoutOverrides = z.infer<typeof payoutOverridesSchema>;

export const influencerPayoutRulesSchema = payoutOverridesSchema.extend({
  influencerId: z.uuid(),
  influencerName: z.string(),
  version: versionSchema,
});

export const payoutRulesSchema = z.object({
  defaults: defaultPayoutRulesSchema,
  influencers: z.array(influencerPayoutRulesSchema),
});
export type PayoutRules = z.infer<typeof payoutRulesSchema>;

export const defaultPayoutRulesInputSchema = payoutTermsSchema.extend({
  needsApproval: z.boolean(),
  version: versionSchema,
});

/** All null removes the influencer's rules; the version is 0 without any. */
export const payoutOverridesInputSchema = payoutOverridesSchema.extend({
  version: z.union([z.literal(0), versionSchema]),
});
