import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DEFAULT_COMMISSION_PERCENT } from '#src/lib/money.ts';
import { versionSchema } from '#src/lib/version.ts';
import { commissionSchema } from './commission.schema.ts';

/** The minimum monthly price in cents: providers accept no smaller card payments. */
export const MINIMUM_PRICE_CENTS = 50;
/** The maximum monthly price in cents, to catch typing errors. */
export const MAXIMUM_PRICE_CENTS = 1_000_000;

const leastPrice = formatCents(MINIMUM_PRICE_CENTS);

/** The monthly price, in cents. */
export const priceSchema = z
  .int('Price must be in whole cents')
  .min(MINIMUM_PRICE_CENTS, `Price must be at least ${leastPrice}, the minimum card charge`)
  .max(MAXIMUM_PRICE_CENTS, `Price must be at most ${formatCents(MAXIMUM_PRICE_CENTS)}`);

const saleShape = {
  priceMonthlyCents: priceSchema,
  /** Whether the plan can be subscribed to. */
  isActive: z.boolean('Active must be yes or no'),
};

export const newPlanSchema = z.object({
  influencerId: z.uuid('Influencer is required'),
  priceMonthlyCents: saleShape.priceMonthlyCents,
  /** The commission from the start; later ones are added to it. */
  platformCommissionPercent: commissionSchema.default(DEFAULT_COMMISSION_PERCENT),
  isActive: saleShape.isActive.default(true),
});
export const planChangeSchema = z.object({ ...saleShape, version: versionSchema });
export const planVersionSchema = z.object({ version: versionSchema });

export const planSchema = z.object({
  id: z.uuid(),
  /** Returned with a change, which is rejected unless it is the current version. */
  version: versionSchema,
  influencer: z.object({
    id: z.uuid(),
    fullName: z.string(),
    /** The stem of a public picture (see lib/images.ts), or an avatar's address. */
    image: z.string().nullable(),
  }),
  priceMonthlyCents: z.int(),
  /** The commission of a payment that occurs now. */
  platformCommissionPercent: z.number(),
  /** The commission that starts next. */
  plannedCommission: z.object({ percent: z.number(), effectiveFrom: instantSchema }).nullable(),
  isActive: z.boolean(),
  createdAt: instantSchema,
  /** Active subscribers of this plan. */
  subscriberCount: z.int(),
  /** Those who pay a different price, from the time when they subscribed. */
  otherPriceCount: z.int(),
  /**
   * Subscriptions that have not ended, including paused and past due ones; a new price changes none
   * of them.
   */
  liveCount: z.int(),
});
export type Plan = z.infer<typeof planSchema>;

const SORTS = ['created'] as const;
export const PLAN_STATUSES = ['active', 'inactive'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const planQuerySchema = z.object({
  ...listingShape(SORTS, '-created'),
  status: z.enum(PLAN_STATUSES).optional(),
});
export type PlanQuery = z.output<typeof planQuerySchema>;
export const planPageSchema = listPageSchema(planSchema);

export const planCountsSchema = z.object({ all: z.int(), active: z.int(), inactive: z.int() });
export type PlanCounts = z.infer<typeof planCountsSchema>;
