import { z } from 'zod';

const period = {
  providerSubscriptionId: z.string().min(1).max(255),
  periodStart: z.coerce.date(),
  periodEnd: z.coerce.date(),
  amountCents: z.int().min(0),
};
const id = z.string().min(1).max(255);

/** What happened at a payment provider, in the product's own words. `id` is the provider's. */
export const paymentEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('checkout.completed'), id, checkoutId: z.uuid(), ...period }),
  z.object({ type: z.literal('renewal.paid'), id, ...period }),
  z.object({ type: z.literal('renewal.failed'), id, ...period }),
  z.object({
    type: z.literal('subscription.cancelled'),
    id,
    providerSubscriptionId: period.providerSubscriptionId,
  }),
]);
export type PaymentEvent = z.output<typeof paymentEventSchema>;

export type CheckoutOrder = {
  checkoutId: string;
  priceCents: number;
  influencerName: string;
  /** Where the fan goes after paying; the payment itself is only believed from the webhook. */
  successPath: string;
  cancelPath: string;
};

/** The port to whoever takes the money. */
export type PaymentProvider = {
  name: string;
  /** @throws DomainError 'checkout-disabled' when nothing can be bought at present. */
  assertOpen(): void;
  /** Address of the hosted checkout. Idempotent by checkout id: asked again, it is the same one. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string }>;
  /** No renewal after the period that is paid. Repeating it is harmless. */
  cancelAtPeriodEnd(providerSubscriptionId: string): Promise<void>;
  /** @throws DomainError 'invalid-input' when the signature is wrong or too old. */
  verifyWebhook(rawBody: string, headers: Headers): PaymentEvent[];
};
