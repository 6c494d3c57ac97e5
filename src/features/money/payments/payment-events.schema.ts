import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * A `waiting` one refers to what is not known yet, a `failed` one had an error or has waited for too
 * long. The job retries both for three days.
 */
export const EVENT_STATES = ['waiting', 'failed', 'handled'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const paymentEventQuerySchema = z.object({
  ...listingShape(['received'], '-received'),
  state: z.enum(EVENT_STATES).optional(),
});
export type PaymentEventQuery = z.output<typeof paymentEventQuerySchema>;

/** Something that a payment provider told. */
export const paymentEventRowSchema = z.object({
  id: z.uuid(),
  state: z.enum(EVENT_STATES),
  provider: z.string(),
  /** The provider's word for it, and its id there. */
  type: z.string(),
  providerEventId: z.string(),
  /** What it is about, as far as it was read. */
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
  /** Whether it can be handled again: it is not, and came from the provider in use. */
  isReplayable: z.boolean(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

export const paymentEventCountsSchema = z.object({
  all: z.int(),
  waiting: z.int(),
  failed: z.int(),
  handled: z.int(),
});
export type PaymentEventCounts = z.infer<typeof paymentEventCountsSchema>;

/** What became of an event that was tried again. */
export const replayedEventSchema = paymentEventRowSchema.pick({ state: true, lastError: true });
/** What became of those that were tried again. */
export const replayedEventsSchema = z.object({
  handled: z.int(),
  waiting: z.int(),
  failed: z.int(),
});
export type ReplayedEvents = z.infer<typeof replayedEventsSchema>;
