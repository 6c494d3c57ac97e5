import type { PaymentEventRow, StoredEvent } from '../payment-events.schema.ts';

const ROW: PaymentEventRow = {
  id: '1c9e7a44-2b63-4d0f-8a57-6e5d4c3b2a19',
  state: 'waiting',
  provider: 'stripe',
  type: 'invoice.paid',
  providerEventId: 'evt_1QK2vE2eZvKYlo2C',
  subscriptionReference: 'sub_1QK2vE2eZvKYlo2C',
  paymentReference: 'pi_3QK2vE2eZvKYlo2C',
  receivedAt: '2026-11-20T18:30:04.000Z',
  handledAt: null,
  attempts: 1,
  lastError: null,
  failedAt: null,
};

export const EVENTS_EXAMPLE = { rows: [ROW], total: 1, previous: null, next: null };

export const EVENT_EXAMPLE: StoredEvent = {
  ...ROW,
  content: '{"id":"evt_1QK2vE2eZvKYlo2C","type":"invoice.paid"}',
  isReplayable: true,
  fan: {
    id: '3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60',
    fullName: 'Ivo Lindqvist',
    email: 'ivo@example.com',
  },
};

export const EVENT_COUNTS_EXAMPLE = { all: 640, waiting: 1, failed: 0, handled: 639 };
