import { z } from 'zod';

const reference = z.string().min(1).max(255);
const cents = z.int().min(0);
const common = {
  /** The provider's id of what happened; the same thing always has the same one. */
  id: reference,
  occurredAt: z.coerce.date(),
};
const subscription = { providerSubscriptionId: reference };
const period = {
  ...subscription,
  periodStart: z.coerce.date(),
  periodEnd: z.coerce.date(),
  /** What the period costs: paid, or not yet. */
  amountCents: cents,
};
/** What the provider calls the payment; refunds and disputes name it. */
const payment = { paymentId: reference };

/** What happened at a payment provider, in the product's own words. Instants are UTC. */
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
    /** When the provider tries again; null when it will not. */
    nextAttemptAt: z.coerce.date().nullable(),
    ...common,
    ...period,
  }),
  /** The fan stopped the renewals at the provider: the paid time is left. */
  z.object({
    type: z.literal('renewals.stopped'),
    /** Null is the end of the period that is paid. */
    endsAt: z.coerce.date().nullable(),
    ...common,
    ...subscription,
  }),
  /** The stop was taken back there. */
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
    /** Whether the provider ended the subscription with it. */
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
]);
export type PaymentEvent = z.output<typeof paymentEventSchema>;

export type CheckoutOrder = {
  checkoutId: string;
  priceCents: number;
  influencerName: string;
  /** Address of the fan, for the provider's form and receipts. */
  email: string;
  /** Where the fan goes after paying; the payment itself is only believed from the webhook. */
  successPath: string;
  cancelPath: string;
  /** Until when the product keeps the checkout open; the provider's form closes then, if it can. */
  expiresAt?: Date;
};

/** A call of a provider as it came. */
export type IncomingWebhook = { body: string; query: string; headers: Headers };

/** A call that was found to be the provider's. `content` is what is stored and read when handled. */
export type VerifiedWebhook = { id: string; type: string; content: string };

/** What the product knows a subscription by at its provider. */
export type ProviderSubscription = {
  providerSubscriptionId: string;
  providerCustomerId: string | null;
};

/**
 * The port to whoever takes the money. What a call brings about (a refund, an end) is only believed
 * from the webhook that follows. Repeating a call is harmless. Every call may throw DomainError
 * 'provider-unavailable'.
 */
export type PaymentProvider = {
  name: string;
  /** @throws DomainError 'checkout-disabled' when nothing can be bought at present. */
  assertOpen(): void;
  /** Address of the hosted checkout. Idempotent by checkout id: asked again, it is the same one. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string }>;
  /** No renewal after the period that is paid. */
  cancelAtPeriodEnd(providerSubscriptionId: string): Promise<void>;
  /**
   * Takes {@link cancelAtPeriodEnd} back, before that day; of what renews it changes nothing. A
   * provider that cannot do this has no such call. @throws DomainError 'not-allowed-in-state'
   */
  resumeRenewals?(providerSubscriptionId: string): Promise<void>;
  /** Ends it at once: nothing is charged any more. */
  cancelNow(providerSubscriptionId: string): Promise<void>;
  /** Charges nothing until it is resumed. @throws DomainError 'not-supported' */
  pause(providerSubscriptionId: string): Promise<void>;
  /** @throws DomainError 'not-supported' */
  resume(providerSubscriptionId: string): Promise<void>;
  /** Gives money back. @param refundKey the same for each try of one refund */
  refund(paymentId: string, amountCents: number, refundKey: string): Promise<void>;
  /** Where the fan changes the card. @param returnPath where they come back to */
  paymentMethodPage(
    subscription: ProviderSubscription,
    returnPath: string,
  ): Promise<{ url: string }>;
  /** @throws DomainError 'invalid-input' when the signature is wrong or too old. */
  verifyWebhook(webhook: IncomingWebhook): VerifiedWebhook;
  /** Adds what reading takes and the call left out, by asking the provider; before it is stored. */
  completeWebhook?(webhook: VerifiedWebhook): Promise<VerifiedWebhook>;
  /** What a stored call tells; nothing when it is about something that the product leaves alone. */
  readWebhook(content: string): PaymentEvent[];
  /** What the provider expects to be answered, if it reads the answer. */
  acknowledgement?: string;
};
