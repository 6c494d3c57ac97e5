import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * A `waiting` event has an unknown subject, a `failed` one had an error or waited too long. The job
 * retries both for three days.
 */
export const EVENT_STATES = ['waiting', 'failed', 'handled'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const paymentEventQuerySchema = z.object({
  ...listingShape(['received'], '-received'),
  state: z.enum(EVENT_STATES).optional(),
});
export type PaymentEventQuery = z.output<typeof paymentEventQuerySchema>;

/** A payment event as the list shows it. */
export const paymentEventRowSchema = z.object({
  id: z.uuid(),
  state: z.enum(EVENT_STATES),
  provider: z.string(),
  /** The provider's name for the event type, and its id of the event. */
  type: z.string(),
  providerEventId: z.string(),
  /** The subscription, as far as the content was read. */
  subscriptionReference: z.string().nullable(),
  paymentReference: z.string().nullable(),
  receivedAt: instantSchema,
  handledAt: instantSchema.nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  /** When the job stopped retrying it. */
  failedAt: instantSchema.nullable(),
});
export type PaymentEventRow = z.infer<typeof paymentEventRowSchema>;
export const paymentEventPageSchema = listPageSchema(paymentEventRowSchema);

export const storedEventSchema = paymentEventRowSchema.extend({
  /** What the provider sent, unchanged. */
  content: z.string(),
  /** Whether it can be retried: it is not handled, and its provider is connected. */
  isReplayable: z.boolean(),
  /** The fan whose subscription or payment it concerns; null if unknown or deleted. */
  fan: z.object({ id: z.uuid(), fullName: z.string(), email: z.string() }).nullable(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

export const paymentEventCountsSchema = z.object({
  all: z.int(),
  waiting: z.int(),
  failed: z.int(),
  handled: z.int(),
});
export type PaymentEventCounts = z.infer<typeof paymentEventCountsSchema>;

/** The state of an event after a retry. */
export const replayedEventSchema = paymentEventRowSchema
  .pick({ state: true, lastError: true })
  .extend({
    /** Whether somebody else or the job had already retried it, so that nothing was done. */
    isRetriedElsewhere: z.boolean(),
  });
/** The number of retried events by state, each counted once. */
export const replayedEventsSchema = z.object({
  handled: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Events that somebody else or the job has retried in the meantime. */
  retriedElsewhere: z.int(),
});
export type ReplayedEvents = z.infer<typeof replayedEventsSchema>;
