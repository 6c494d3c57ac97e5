import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { DISPUTE_STAGES, DISPUTE_STATUSES } from '../billing.schema.ts';
import type { DisputeEvidencePort } from './dispute-evidence-port.ts';
import type { ListedFees } from './provider-fees.ts';
import type { ListedRecords } from './provider-records.ts';
import type { IncomingWebhook, VerifiedWebhook } from './provider-webhooks.ts';

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
/** What an invoice says about a payment, as far as the provider reports it. Nothing depends on it. */
const receipt = {
  cardLastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullish()
    .catch(null),
  statementDescriptor: z.string().max(100).nullish().catch(null),
  /** The card, by `hashCard`; the newest hash first. */
  cardHashes: z.array(z.string().min(1).max(100)).max(20).nullish().catch(null),
  /** The country of the card or the billing address: an ISO 3166 code. */
  billingCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish()
    .catch(null),
  /** The tax that the amount contains, if the provider calculates it. */
  taxCents: cents.nullish(),
};

/** An event of a payment provider, in the product's terms. Instants are UTC. */
export const paymentEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checkout.completed'),
    checkoutId: z.uuid(),
    providerCustomerId: reference.nullish(),
    ...common,
    ...period,
    ...payment,
    ...receipt,
  }),
  z.object({ type: z.literal('renewal.paid'), ...common, ...period, ...payment, ...receipt }),
  z.object({
    type: z.literal('renewal.failed'),
    /** When the provider tries again; null for never. */
    nextAttemptAt: z.coerce.date().nullable(),
    ...common,
    ...period,
    /** Not every provider reports it. */
    amountCents: cents.nullish(),
  }),
  /** The fan's bank wants to authenticate the payment of a renewal, which was not made. */
  z.object({
    type: z.literal('renewal.action-required'),
    /** The provider's page where the fan authenticates and pays. */
    url: z.url({ protocol: /^https?$/ }),
    ...common,
    ...period,
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
  /** The fan's bank did not accept a refund: its money is back with the agency. */
  z.object({
    type: z.literal('refund.failed'),
    refundId: reference,
    /** The key of {@link PaymentProvider.refund}; a refund made at the provider has none. */
    refundKey: z.uuid().nullish(),
    /** Why, in the provider's words. */
    reason: reference.nullish(),
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
  influencerId: string;
  influencerName: string;
  /** The fan's customer at the provider; null only if the provider has no customers. */
  customerId: string | null;
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

/** How the product identifies a subscription at its provider. */
export type ProviderSubscription = {
  providerSubscriptionId: string;
  providerCustomerId: string | null;
};

/** A card that a fan agreed to save for later purchases. */
export type SavedCard = {
  id: string;
  /** The network, as the provider names it, such as "visa". */
  brand: string;
  last4: string;
};

/** A card that needs its owner's authentication can only be charged on the provider's page. */
export type SavedCardOutcome = 'paid' | 'declined' | 'authentication';

/** The fans as customers of a provider, and the cards that they saved there. */
export type ProviderCustomers = {
  /**
   * Creates the customer of a fan once, or updates its email address.
   * @param knownId the stored one; another id is returned if it no longer exists there
   */
  save(fan: { fanId: string; email: string }, knownId: string | null): Promise<string>;
  /** The card that was saved last. */
  findCard(customerId: string): Promise<SavedCard | null>;
  /** No purchase can use the card any more; renewals that are paid by it go on. */
  removeCard(customerId: string, cardId: string): Promise<void>;
  /** Sells the order to a saved card, once for each checkout and card. The webhook confirms it. */
  pay(order: CheckoutOrder & { customerId: string }, cardId: string): Promise<SavedCardOutcome>;
  /** Deletes the customer with all cards; its subscriptions end. */
  delete(customerId: string): Promise<void>;
};

/**
 * The port to a payment provider. The effect of a call (a refund, an end) is only recorded from
 * the webhook that follows. Calls are idempotent. Every call may throw DomainError
 * 'provider-unavailable'.
 */
export type PaymentProvider = {
  name: string;
  /** Absent if the provider saves no cards. */
  customers?: ProviderCustomers;
  /** The hosted checkout; idempotent by checkout id. */
  createCheckout(order: CheckoutOrder): Promise<HostedCheckout>;
  /** Closes a hosted checkout unless it is closed or paid. Absent if the provider cannot do it. */
  expireCheckout?(providerCheckoutId: string): Promise<void>;
  /** Stops renewals after the paid period. */
  cancelAtPeriodEnd(providerSubscriptionId: string): Promise<void>;
  /**
   * Undoes {@link cancelAtPeriodEnd} before that day; does nothing if the subscription renews.
   * Absent if the provider cannot do it. @throws DomainError 'not-allowed-in-state'
   */
  resumeRenewals?(providerSubscriptionId: string): Promise<void>;
  /** Sets the price of later renewals, unless it has ended. Absent: its fans retain their price. */
  changePrice?(providerSubscriptionId: string, priceCents: number): Promise<void>;
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
  /** Its own records, for the comparison with ours; absent if it lists none. */
  records?: ListedRecords;
  /** What it charges the agency; absent if people record it as corrections. */
  fees?: ListedFees;
  /** The events of a stored call; none if it does not concern the product. */
  readWebhook(content: string): PaymentEvent[];
  /** The response body that the provider expects, if any. */
  acknowledgement?: string;
};
