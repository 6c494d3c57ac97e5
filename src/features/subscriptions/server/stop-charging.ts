import { z } from 'zod';
import type { PaymentProvider } from '#src/features/billing/server/payment-provider.ts';
import type { Queue } from '#src/platform/jobs.ts';

const request = z.object({ providerSubscriptionId: z.string() });

/**
 * Subscriptions that the provider must not charge again, told of by a webhook. The provider is
 * called after the webhook was handled: what it refuses must not keep money out of the books.
 */
export const STOP_CHARGING_QUEUE = {
  name: 'stop-charging',
  data: request,
  // Tried again for about two days.
  retries: { limit: 20, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

/** Has the provider charge nothing more. @throws DomainError 'provider-unavailable' */
export const stopCharging = (
  payments: Pick<PaymentProvider, 'cancelNow'>,
  { providerSubscriptionId }: z.output<typeof request>,
): Promise<void> => payments.cancelNow(providerSubscriptionId);
