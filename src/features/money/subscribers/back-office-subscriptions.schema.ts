import { z } from 'zod';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import {
  END_REASONS,
  SUBSCRIPTION_STATUSES,
} from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * The filters of the list: `cancelling` ones are active until a set time, `past_due` includes those
 * whose renewal was not reported, the provider has not taken a change of `unconfirmed` ones, and
 * `withheld` ones lose paid days because their influencer is suspended for a violation.
 */
export const SUBSCRIPTION_FILTERS = [
  'active',
  'cancelling',
  'past_due',
  'paused',
  'cancelled',
  'refund_owed',
  'unconfirmed',
  'withheld',
] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];

const SORTS = ['newest', 'periodEnd', 'price'] as const;
export type BackOfficeSubscriptionSort = (typeof SORTS)[number];

export const backOfficeSubscriptionQuerySchema = z.object({
  ...listingShape(SORTS, '-newest'),
  status: z.enum(SUBSCRIPTION_FILTERS).optional(),
  influencer: z.uuid().optional(),
  fan: z.uuid().optional(),
});
export type BackOfficeSubscriptionQuery = z.output<typeof backOfficeSubscriptionQuerySchema>;

/** A subscription in the back office's list. */
export const backOfficeSubscriptionRowSchema = z.object({
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
  /** What is lost while the influencer is suspended for a violation, now; null otherwise. */
  unused: z.object({ days: z.int(), cents: z.int() }).nullable(),
  /** The id is null after deletion; the ledger retains the name of influencers. */
  subscriber: z.object({
    id: z.uuid(),
    fullName: z.string(),
    email: z.string(),
    isDeleted: z.boolean(),
    /** The id of the fan's picture. */
    avatar: z.uuid().nullable(),
  }),
  influencer: z.object({ id: z.uuid(), fullName: z.string(), isDeleted: z.boolean() }),
});
export type BackOfficeSubscriptionRow = z.infer<typeof backOfficeSubscriptionRowSchema>;
export const backOfficeSubscriptionPageSchema = listPageSchema(backOfficeSubscriptionRowSchema);

/** All data of a subscription for the back office, except its payments. */
export const backOfficeSubscriptionSchema = backOfficeSubscriptionRowSchema.extend({
  currentPeriodStart: instantSchema,
  /** A payment issue: failed attempts, and when the next one is. */
  failedAttempts: z.int(),
  nextAttemptAt: instantSchema.nullable(),
  /** The plan's current price; existing subscribers keep theirs. */
  plan: z.object({ priceCents: z.int(), isActive: z.boolean() }),
  provider: z.string(),
  providerSubscriptionId: z.string().nullable(),
  providerCustomerId: z.string().nullable(),
  /** Since when the provider has not taken a change, once that is long; null otherwise. */
  unconfirmedSince: instantSchema.nullable(),
});
export type BackOfficeSubscription = z.infer<typeof backOfficeSubscriptionSchema>;

/** The fans who lose paid days by a suspension for a violation, and the sum of what is not refunded. */
export const unusedDaysSchema = z.object({ fans: z.int(), cents: z.int() });

/** Counts of subscriptions, which stop at COUNT_LIMIT + 1; money is exact. */
export const subscriptionFiguresSchema = z.object({
  active: z.int(),
  /** Active ones that will not renew. */
  cancelling: z.int(),
  pastDue: z.int(),
  paused: z.int(),
  newThisMonth: z.int(),
  endedThisMonth: z.int(),
  /** The sum of the prices of active ones that renew. */
  recurringCents: z.int(),
  /** The sum of the prices of active ones that will not. */
  endingCents: z.int(),
});
export type SubscriptionFigures = z.infer<typeof subscriptionFiguresSchema>;

export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** A refund that was requested from the provider and not reported yet. */
const requestedRefundSchema = z.object({
  id: z.uuid(),
  amountCents: z.int(),
  requestedAt: instantSchema,
  requestedBy: z.string().nullable(),
  /** The provider cannot do it: staff make it there, and mark it here. */
  byHand: z.boolean(),
  /** When the bank refused it after it had been recorded, and why in the provider's words. */
  failedAt: instantSchema.nullable(),
  failureReason: z.string().nullable(),
});
export type RequestedRefund = z.infer<typeof requestedRefundSchema>;

/** A movement of money in the ledger. */
export const subscriptionPaymentSchema = z.object({
  /** The number of the receipt. */
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  occurredAt: instantSchema,
  /** Negative for refunds and disputes. */
  amountCents: z.int(),
  provider: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** The period that a charge pays for. */
  periodStart: instantSchema.nullable(),
  periodEnd: instantSchema.nullable(),
  /** The charge that a refund or a dispute reverses. */
  reverses: z.uuid().nullable(),
  /** Whether the refund was requested here, and not made at the provider. */
  isRequestedHere: z.boolean(),
  /** Who requested it; null for an automatic refund, or after deletion. */
  requestedBy: z.string().nullable(),
  /** What can still be refunded of a charge; null for all other kinds. */
  leftCents: z.int().nullable(),
  requestedRefunds: z.array(requestedRefundSchema),
});
export type SubscriptionPayment = z.infer<typeof subscriptionPaymentSchema>;
export const subscriptionPaymentsSchema = listPageSchema(subscriptionPaymentSchema);
export const subscriptionPaymentsQuerySchema = z.object({
  after: listingShape(['occurred'], '-occurred').after,
});

export const newRefundSchema = z.object({
  /** The charge, by the number of its receipt. */
  transactionId: z.uuid(),
  /** Everything that is left if not given. */
  amountCents: z
    .int('The amount must be in whole cents')
    .min(1, 'Enter an amount')
    .max(100_000_000, 'The amount is too large')
    .optional(),
  /** Whether the subscription ends at once. */
  endNow: z.boolean(),
  /** Chosen by the client, the same for each attempt of one refund, so that it is made once. */
  refundKey: z.uuid(),
});
export type NewRefund = z.output<typeof newRefundSchema>;

export const refundSchema = z.object({
  /** `requested` until the provider reports the refund; `owed` if staff have to make it there. */
  state: z.enum(['requested', 'recorded', 'owed']),
  amountCents: z.int(),
});
export type Refund = z.infer<typeof refundSchema>;
