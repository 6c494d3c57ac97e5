import type { Pool } from 'pg';
import { z } from 'zod';
import {
  paymentEventCountsSchema,
  paymentEventPageSchema,
  paymentEventQuerySchema,
  replayedEventSchema,
  replayedEventsSchema,
  storedEventSchema,
} from '#src/features/money/payments/payment-events.schema.ts';
import {
  countPaymentEvents,
  getPaymentEvent,
  listPaymentEvents,
} from '#src/features/money/payments/server/payment-events-list.ts';
import {
  EVENT_COUNTS_EXAMPLE,
  EVENT_EXAMPLE,
  EVENTS_EXAMPLE,
} from '#src/features/money/payments/server/payment-events.examples.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { PaymentDependencies } from './payment-context.ts';
import { replayAllPaymentEvents, replayPaymentEvent } from './replay-payment-events.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });

/** The payment providers' events and their states. */
export const paymentEventsApi = (services: PaymentDependencies & { pool: Pool }) => {
  const { pool, payments } = services;
  return operations([
    admin.get(
      '/api/payment-events',
      {
        id: 'listPaymentEvents',
        summary: 'What payment providers told, by references and state, page by page',
        query: paymentEventQuerySchema,
        output: paymentEventPageSchema,
        example: EVENTS_EXAMPLE,
      },
      ({ query }) => listPaymentEvents(pool, query),
    ),
    admin.get(
      '/api/payment-events/counts',
      {
        id: 'countPaymentEvents',
        summary: 'How many payment events there are for each state',
        query: paymentEventQuerySchema.pick({ search: true }),
        output: paymentEventCountsSchema,
        example: EVENT_COUNTS_EXAMPLE,
      },
      ({ query }) => countPaymentEvents(pool, query),
    ),
    admin.post(
      '/api/payment-events/replay',
      {
        id: 'replayPaymentEvents',
        summary: 'Handle again what waits or has failed, the oldest first, 500 at once',
        output: replayedEventsSchema,
        example: { handled: 3, waiting: 1, failed: 0 },
      },
      () => replayAllPaymentEvents(services),
    ),
    admin.get(
      '/api/payment-events/{id}',
      {
        id: 'getPaymentEvent',
        summary: 'A payment event with its content as it came; it holds personal data',
        params: byId,
        output: storedEventSchema,
        errors: ['not-found'],
        example: EVENT_EXAMPLE,
      },
      ({ params }) => getPaymentEvent(pool, payments.name, params.id),
    ),
    admin.post(
      '/api/payment-events/{id}/replay',
      {
        id: 'replayPaymentEvent',
        summary: 'Handle a payment event again that waits or has failed; answers what became of it',
        params: byId,
        output: replayedEventSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: { state: 'handled', lastError: null },
      },
      ({ params }) => replayPaymentEvent(services, params.id),
    ),
  ]);
};
