import { z } from 'zod';
import {
  END_REASONS,
  SUBSCRIPTION_STATUSES,
} from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * The filters of the list: `cancelling` ones are active until a set time, `past_due` includes those
 * whose renewal was not reported.
 */
export const SUBSCRIPTION_FILTERS = [
  'active',
  'cancelling',
  'past_due',
  'paused',
  'cancelled',
  'refund_owed',
] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];

const SORTS = ['newest', 'periodEnd', 'price'] as const;
export type OfficeSubscriptionSort = (typeof SORTS)[number];

export const officeSubscriptionQuerySchema = z.object({
  ...listingShape(SORTS, '-newest'),
  status: z.enum(SUBSCRIPTION_FILTERS).optional(),
  influencer: z.uuid().optional(),
});
export type OfficeSubscriptionQuery = z.output<typeof officeSubscriptionQuerySchema>;

/** A subscription in the back office's list. */
export const officeSubscriptionRowSchema = z.object({
  id: z.uuid(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Renews no more, and can be viewed until then. */
  cancelAt: instantSchema.nullable(),
  priceCents: z.int(),
  currentPeriodEnd: instantSchema,
  pastDueSince: instantSchema.nullable(),
  /** The paid period is over, and the provider has not reported the renewal. */
  isOverdue: z.boolean(),
  endedAt: instantSchema.nullable(),
  endReason: z.enum(END_REASONS).nullable(),
  createdAt: instantSchema,
  /** Deleted people have no page; of influencers the ledger keeps the name. */
  subscriber: z.object({
    id: z.uuid(),
    fullName: z.string(),
    email: z.string(),
    isDeleted: z.boolean(),
  }),
  influencer: z.object({ id: z.uuid(), fullName: z.string(), isDeleted: z.boolean() }),
});
export type OfficeSubscriptionRow = z.infer<typeof officeSubscriptionRowSchema>;
export const officeSubscriptionPageSchema = listPageSchema(officeSubscriptionRowSchema);

/** All that the office is told of a subscription, but for its payments. */
export const officeSubscriptionSchema = officeSubscriptionRowSchema.extend({
  currentPeriodStart: instantSchema,
  /** Of a payment issue: tries that failed, and when the next one is. */
  failedAttempts: z.int(),
  nextAttemptAt: instantSchema.nullable(),
  /** What the plan costs now; whoever has subscribed keeps the price of then. */
  plan: z.object({ priceCents: z.int(), isActive: z.boolean() }),
  provider: z.string(),
  providerSubscriptionId: z.string().nullable(),
  providerCustomerId: z.string().nullable(),
});
export type OfficeSubscription = z.infer<typeof officeSubscriptionSchema>;

/** Counts of subscriptions, which stop at COUNT_LIMIT + 1; money is exact. */
export const subscriptionFiguresSchema = z.object({
  active: z.int(),
  /** Those of the active ones that will not renew. */
  cancelling: z.int(),
  pastDue: z.int(),
  paused: z.int(),
  newThisMonth: z.int(),
  endedThisMonth: z.int(),
  /** Prices of the active ones that renew. */
  recurringCents: z.int(),
  /** Prices of the active ones that will not. */
  endingCents: z.int(),
});
export type SubscriptionFigures = z.infer<typeof subscriptionFiguresSchema>;

export const PAYMENT_KINDS = ['charge', 'refund', 'dispute', 'dispute_won'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** A refund that the provider was asked for, until it tells that the money went. */
const askedRefundSchema = z.object({
  id: z.uuid(),
  amountCents: z.int(),
  askedAt: instantSchema,
  askedBy: z.string().nullable(),
  /** The provider cannot be asked: staff make it there, and mark it here. */
  byHand: z.boolean(),
});
export type AskedRefund = z.infer<typeof askedRefundSchema>;

/** Money that came or went, as it stands in the books. */
export const subscriptionPaymentSchema = z.object({
  /** The number of the receipt. */
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  occurredAt: instantSchema,
  /** Negative when it went. */
  amountCents: z.int(),
  provider: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** The time that a charge pays for. */
  periodStart: instantSchema.nullable(),
  periodEnd: instantSchema.nullable(),
  /** The charge that a refund or a dispute is about. */
  reverses: z.uuid().nullable(),
  /** Whether the refund was asked for here, and not made at the provider. */
  isAskedHere: z.boolean(),
  /** Who asked for it; null for what the house does by itself, or when they were deleted. */
  askedBy: z.string().nullable(),
  /** What can be given back of a charge; null of everything else. */
  leftCents: z.int().nullable(),
  asked: z.array(askedRefundSchema),
});
export type SubscriptionPayment = z.infer<typeof subscriptionPaymentSchema>;
export const subscriptionPaymentsSchema = listPageSchema(subscriptionPaymentSchema);
export const subscriptionPaymentsQuerySchema = z.object({
  after: listingShape(['occurred'], '-occurred').after,
});

export const newRefundSchema = z.object({
  /** The charge, by the number of its receipt. */
  transactionId: z.uuid(),
  /** All that is left unless given. */
  amountCents: z.int('The amount must be in whole cents').min(1, 'Enter an amount').optional(),
  /** Whether the subscription ends at once. */
  endNow: z.boolean(),
  /** Made by whoever asks, the same for each try of one refund: it is given once. */
  refundKey: z.uuid(),
});
export type NewRefund = z.output<typeof newRefundSchema>;

export const refundSchema = z.object({
  /** `asked` until the provider tells that the money went. */
  state: z.enum(['asked', 'booked']),
  amountCents: z.int(),
});
export type Refund = z.infer<typeof refundSchema>;
