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
import { findEventFan } from './find-event-fan.ts';
import type { PaymentDependencies } from './payment-context.ts';
import { replayAllPaymentEvents, replayPaymentEvent } from './replay-payment-events.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });

/** The payment providers' events and their states. */
export function paymentEventsApi(services: PaymentDependencies & { pool: Pool }) {
  const { pool, payments } = services;
  return operations([
    admin.get(
      '/api/payment-events',
      {
        id: 'listPaymentEvents',
        summary: 'List payment events by references and state',
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
        summary: 'Count the payment events by state',
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
        summary: 'Retry waiting and failed payment events, oldest first, 500 at a time',
        output: replayedEventsSchema,
        example: { handled: 3, waiting: 1, failed: 0, retriedElsewhere: 0 },
      },
      () => replayAllPaymentEvents(services),
    ),
    admin.get(
      '/api/payment-events/{id}',
      {
        id: 'getPaymentEvent',
        views: { entity: 'payment_events', label: ({ fan }) => fan?.fullName ?? '' },
        summary: 'Get a payment event with its original content, which contains personal data',
        params: byId,
        output: storedEventSchema,
        errors: ['not-found'],
        example: EVENT_EXAMPLE,
      },
      async ({ params }) => {
        const event = await getPaymentEvent(pool, payments, params.id);
        return { ...event, fan: await findEventFan(pool, event) };
      },
    ),
    admin.post(
      '/api/payment-events/{id}/replay',
      {
        id: 'replayPaymentEvent',
        summary: 'Retry a waiting or failed payment event; returns the outcome',
        params: byId,
        output: replayedEventSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: { state: 'handled', lastError: null, isRetriedElsewhere: false },
      },
      ({ params }) => replayPaymentEvent(services, params.id),
    ),
  ]);
}
