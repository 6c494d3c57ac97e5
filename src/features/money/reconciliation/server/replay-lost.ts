import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-context.ts';
import { paymentHandling } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import {
  handlePaymentEvent,
  storePaymentEvent,
} from '#src/features/money/payments/server/payment-events.ts';
import type { Comparison, FoundDifference } from './compare-records.ts';

/** Whether its event never came. Events are applied once, and outdated ones change nothing. */
export function isReplayable({ report, difference, kind }: FoundDifference): boolean {
  return report !== null && (difference === 'missing_here' || kind === 'subscription');
}

/** Stores the lost events as if the provider had sent them, oldest first, and handles them. */
export async function replayLost(
  dependencies: PaymentDependencies,
  { provider }: Comparison,
  lost: FoundDifference[],
): Promise<void> {
  const handling = paymentHandling(dependencies);
  for (const one of lost) {
    const id = await storePaymentEvent(dependencies.db, provider, one.report!);
    // The error is stored with the event, and the difference becomes an item.
    await handlePaymentEvent(handling, id).catch(() => null);
  }
}
