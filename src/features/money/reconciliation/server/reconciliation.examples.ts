import type { ReconciliationItem, ReconciliationRun } from '../reconciliation.schema.ts';

export const RUN_EXAMPLE: ReconciliationRun = {
  id: '7a0c8a52-3f1d-4e7b-9b61-2d5f0c9e4a11',
  provider: 'stripe',
  status: 'completed',
  startedBy: null,
  startedAt: '2026-11-25T02:30:00.000Z',
  finishedAt: '2026-11-25T02:30:41.000Z',
  from: '2026-10-21T02:30:00.000Z',
  to: '2026-11-25T02:30:00.000Z',
  providerAsOf: '2026-11-25T02:30:00.000Z',
  ledgerAsOf: '2026-11-25T02:30:40.000Z',
  compared: 1_204,
  repaired: 1,
  opened: 1,
  closed: 0,
  totals: [
    {
      kind: 'charge',
      currency: 'usd',
      provider: { count: 812, cents: 1_623_188 },
      ours: { count: 811, cents: 1_621_189 },
      driftCents: -1_999,
    },
  ],
  error: null,
};

export const ITEM_EXAMPLE: ReconciliationItem = {
  id: '0d7c2f5e-8b1a-4c63-a0f4-5e9b7d3c2a10',
  provider: 'stripe',
  kind: 'charge',
  reference: 'pi_3QExample',
  difference: 'missing_here',
  status: 'open',
  theirs: {
    amountCents: 1_999,
    currency: 'usd',
    state: null,
    subscriptionReference: 'sub_1QExample',
    occurredAt: '2026-11-24T18:02:11.000Z',
  },
  ours: null,
  paymentId: null,
  subscriptionId: null,
  fan: null,
  occurredAt: '2026-11-24T18:02:11.000Z',
  openedAt: '2026-11-25T02:30:40.000Z',
  lastSeenAt: '2026-11-25T02:30:40.000Z',
  resolvedAt: null,
  settledBy: null,
  reason: null,
};
