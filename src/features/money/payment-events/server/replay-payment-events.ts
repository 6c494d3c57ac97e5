import type { Pool } from 'pg';
import type { ReplayedEvents } from '#src/features/money/payments/payment-events.schema.ts';
import {
  getPaymentEvent,
  listUnhandledEvents,
} from '#src/features/money/payments/server/payment-events-list.ts';
import { replayPaymentEvents } from '#src/features/money/payments/server/payment-events.ts';
import { findProvider } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { PaymentDependencies } from './payment-context.ts';
import { paymentHandling } from './payment-webhooks.ts';

type Dependencies = PaymentDependencies & { pool: Pool };

/**
 * Retries a waiting or failed event; does nothing if it is handled, or was retried in the meantime.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' for an event of a provider that is not
 * connected
 */
export async function replayPaymentEvent(from: Dependencies, id: string) {
  const { pool, payments } = from;
  const { provider, attempts } = await getPaymentEvent(pool, payments, id);
  if (!findProvider(payments, provider)) {
    const message = `It came from ${provider}, which isn’t connected`;
    throw new DomainError('not-allowed-in-state', message);
  }
  const { retriedElsewhere } = await replayPaymentEvents(paymentHandling(from), [{ id, attempts }]);
  const { state, lastError } = await getPaymentEvent(pool, payments, id);
  return { state, lastError, isRetriedElsewhere: retriedElsewhere > 0 };
}

/** Retries the waiting and failed events, oldest first, up to the limit of one replay. */
export async function replayAllPaymentEvents(from: Dependencies): Promise<ReplayedEvents> {
  const unhandled = await listUnhandledEvents(from.pool, from.payments);
  return replayPaymentEvents(paymentHandling(from), unhandled);
}
