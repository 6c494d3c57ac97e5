import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { DISPUTE_STAGES, DISPUTE_STATUSES } from '../billing.schema.ts';

const reference = z.string().min(1).max(255);
const cents = z.int().min(0);
const common = {
  /** The provider's id of the event; a repeated event has the same id. */
  id: reference,
  occurredAt: z.coerce.date(),
};
const subscription = { providerSubscriptionId: reference };
const period = {
  ...subscription,
  periodStart: z.coerce.date(),
  periodEnd: z.coerce.date(),
  /** The price of the period, paid or not. */
  amountCents: cents,
};
/** The provider's id of the payment; refunds and disputes refer to it. */
const payment = { paymentId: reference };

/** An event of a payment provider, in the product's terms. Instants are UTC. */
export const paymentEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checkout.completed'),
    checkoutId: z.uuid(),
    providerCustomerId: reference.nullish(),
    ...common,
    ...period,
    ...payment,
  }),
  z.object({ type: z.literal('renewal.paid'), ...common, ...period, ...payment }),
  z.object({
    type: z.literal('renewal.failed'),
    /** When the provider tries again; null for never. */
    nextAttemptAt: z.coerce.date().nullable(),
    ...common,
    ...period,
    /** Not every provider reports it. */
    amountCents: cents.nullish(),
  }),
  /** The fan stopped the renewals at the provider; the paid period remains. */
  z.object({
    type: z.literal('renewals.stopped'),
    /** Null means the end of the paid period. */
    endsAt: z.coerce.date().nullable(),
    ...common,
    ...subscription,
  }),
  /** The stop was undone at the provider. */
  z.object({ type: z.literal('renewals.resumed'), ...common, ...subscription }),
  z.object({
    type: z.literal('subscription.ended'),
    reason: z.enum(['unpaid', 'provider']),
    ...common,
    ...subscription,
  }),
  z.object({
    type: z.literal('payment.refunded'),
    refundId: reference,
    /** Whether the provider ended the subscription with the refund. */
    endsSubscription: z.boolean().optional(),
    amountCents: cents,
    ...common,
    ...payment,
  }),
  z.object({
    type: z.literal('dispute.opened'),
    disputeId: reference,
    amountCents: cents,
    ...common,
    ...payment,
  }),
  z.object({ type: z.literal('dispute.won'), disputeId: reference, ...common, ...payment }),
  /** Where a dispute stands, also before and after its money moves. */
  z.object({
    type: z.literal('dispute.reported'),
    disputeId: reference,
    stage: z.enum(DISPUTE_STAGES),
    status: z.enum(DISPUTE_STATUSES),
    /** The provider's own status. */
    providerStatus: reference.nullish(),
    reason: reference.nullish(),
    /** The code of the card network. */
    reasonCode: reference.nullish(),
    network: reference.nullish(),
    amountCents: cents.nullish(),
    /** Until when evidence counts. */
    challengeBy: z.coerce.date().nullish(),
    ...common,
    ...payment,
  }),
]);
export type PaymentEvent = z.output<typeof paymentEventSchema>;

export type CheckoutOrder = {
  checkoutId: string;
  priceCents: number;
  influencerName: string;
  /** The fan's email address, for the provider's form and receipts. */
  email: string;
  /** The path to which the fan returns; only the webhook confirms the payment. */
  successPath: string;
  cancelPath: string;
  /** When the checkout expires; the provider's form closes then, if supported. */
  expiresAt?: Date;
};

/** A checkout at the provider: its address, and its id if it can be closed there. */
export type HostedCheckout = { url: string; providerCheckoutId?: string };

/** An unchanged call of a provider. */
export type IncomingWebhook = {
  body: string;
  query: string;
  headers: Headers;
  /** The last part of the path, for providers that do not sign their calls. */
  secret?: string | undefined;
  /** The sender's address. */
  address: string;
};

/** A call with a valid signature. `content` is stored, and read when it is handled. */
export type VerifiedWebhook = {
  id: string;
  type: string;
  content: string;
  /**
   * How the ids of the events begin that undo this one, if its id does not name a time: an equal call
   * after such an event is another event, and one before it is a repetition.
   */
  undoneBy?: string;
};

/** The evidence about a dispute, in the texts that providers forward to the bank. */
export type EvidenceTexts = {
  customerName: string | null;
  customerEmail: string | null;
  productDescription: string;
  serviceDate: string;
  activityLog: string;
  cancellationPolicy: string;
  summary: string;
};

/** The calls that answer a dispute. Each can be repeated. */
export type DisputeEvidencePort = {
  /** Whether the bank still takes evidence, and whether it has got some. */
  read(providerDisputeId: string): Promise<{ isOpen: boolean; isSubmitted: boolean }>;
  /** Stores the evidence at the provider, in place of what is there. @throws DomainError 'not-allowed-in-state' */
  attach(providerDisputeId: string, evidence: EvidenceTexts): Promise<void>;
  /** Sends what is attached to the bank, once for each key. @throws DomainError 'not-allowed-in-state' */
  submit(providerDisputeId: string, key: string): Promise<void>;
};

/** How the product identifies a subscription at its provider. */
export type ProviderSubscription = {
  providerSubscriptionId: string;
  providerCustomerId: string | null;
};

/**
 * The port to a payment provider. The effect of a call (a refund, an end) is only recorded from
 * the webhook that follows. Calls are idempotent. Every call may throw DomainError
 * 'provider-unavailable'.
 */
export type PaymentProvider = {
  name: string;
  /** The hosted checkout; idempotent by checkout id. */
  createCheckout(order: CheckoutOrder): Promise<HostedCheckout>;
  /**
   * Closes a hosted checkout that was not paid; does nothing if it is closed or paid. Absent if the
   * provider cannot do it.
   */
  expireCheckout?(providerCheckoutId: string): Promise<void>;
  /** Stops renewals after the paid period. */
  cancelAtPeriodEnd(providerSubscriptionId: string): Promise<void>;
  /**
   * Undoes {@link cancelAtPeriodEnd} before that day; does nothing if the subscription renews.
   * Absent if the provider cannot do it.
   * @throws DomainError 'not-allowed-in-state'
   */
  resumeRenewals?(providerSubscriptionId: string): Promise<void>;
  /** Ends the subscription at once, with no further charges. */
  cancelNow(providerSubscriptionId: string): Promise<void>;
  /** Stops charges until it is resumed. @throws DomainError 'not-supported' */
  pause(providerSubscriptionId: string): Promise<void>;
  /** @throws DomainError 'not-supported' */
  resume(providerSubscriptionId: string): Promise<void>;
  /** Refunds a payment. @param refundKey the same for each attempt of one refund */
  refund(paymentId: string, amountCents: number, refundKey: string): Promise<void>;
  /** The page on which the fan changes the card. @param returnPath the path to return to */
  paymentMethodPage(
    subscription: ProviderSubscription,
    returnPath: string,
  ): Promise<{ url: string }>;
  /** Absent if disputes can only be answered in the provider's own pages. */
  disputeEvidence?: DisputeEvidencePort;
  /**
   * The test clocks by which the provider bills these subscriptions, if any. Absent if the provider
   * has no test clocks.
   */
  readTestClocks?(db: Db, providerSubscriptionIds: string[]): Promise<Map<string, Date>>;
  /** @throws DomainError 'invalid-input' if the signature is invalid or too old */
  verifyWebhook(webhook: IncomingWebhook): VerifiedWebhook;
  /** Adds required data that the call omits, by asking the provider, before it is stored. */
  completeWebhook?(webhook: VerifiedWebhook): Promise<VerifiedWebhook>;
  /** The events of a stored call; none if it does not concern the product. */
  readWebhook(content: string): PaymentEvent[];
  /** The response body that the provider expects, if any. */
  acknowledgement?: string;
};
