import { z } from 'zod';
import { isCountry } from '#src/lib/locale/countries.ts';

export const CHECKOUT_STATUSES = ['open', 'completed', 'declined', 'expired'] as const;

/** The test cards of the sandbox. */
export const SANDBOX_CARDS = [
  'succeeds',
  'declined',
  'fails',
  'recovers',
  'authenticates',
] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];

/** A fan's order: the influencer by id or by public URL. */
export const newCheckoutSchema = z
  .object({
    influencerId: z.uuid().optional(),
    publicUrl: z.string().max(200).optional(),
    /** Where the fan lives, if the tax depends on it: an ISO 3166 code. */
    country: z.string().max(2).refine(isCountry, 'Choose the country where you live').optional(),
  })
  .refine(({ influencerId, publicUrl }) => influencerId || publicUrl, 'Influencer is required');

export const checkoutSchema = z.object({
  id: z.uuid(),
  status: z.enum(CHECKOUT_STATUSES),
});

/** The search parameters with which a fan returns from the hosted checkout. */
export const checkoutReturnSchema = z.object({
  checkout: z.literal('success').optional().catch(undefined),
  checkoutId: z.uuid().optional().catch(undefined),
});

/**
 * How far a dispute has gone: a warning before any money moves, the dispute itself, or its appeal. A
 * bank's inquiry and a fraud warning are `pre_dispute`.
 */
export const DISPUTE_STAGES = ['pre_dispute', 'dispute', 'pre_arbitration'] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** Where a dispute stands within its stage. */
export const DISPUTE_STATUSES = [
  'opened',
  'challenged',
  'accepted',
  'expired',
  'cancelled',
  'won',
  'lost',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
