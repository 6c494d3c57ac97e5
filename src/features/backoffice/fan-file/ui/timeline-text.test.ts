import { expect, test } from 'vitest';
import type { TimelineEntry } from '../fan-file.schema.ts';
import { timelineText } from './timeline-text.ts';

const entry = (values: Partial<TimelineEntry>): TimelineEntry => ({
  id: '3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60',
  kind: 'payment',
  at: '2026-11-20T18:30:00.000Z',
  event: 'paid',
  recordId: null,
  amountCents: null,
  influencerName: null,
  text: null,
  by: null,
  ...values,
});

/** Without the marks that isolate names of another direction. */
const titleOf = (values: Partial<TimelineEntry>) =>
  timelineText(entry(values)).title.replaceAll(/[\u2066-\u2069]/g, '');

const paid = { amountCents: 1999, influencerName: 'Nova Sterling' };
const reversed = { kind: 'refund', amountCents: -500, influencerName: 'Nova Sterling' } as const;

test.each([
  [paid, 'Payment of $19.99 for Nova Sterling'],
  [{ ...paid, event: 'failed' }, 'Payment of $19.99 for Nova Sterling failed'],
  [{ ...paid, event: 'refunded' }, 'Payment of $19.99 for Nova Sterling, refunded since'],
  [{ ...paid, influencerName: null }, 'Payment of $19.99 for a deleted influencer'],
  [{ ...reversed, event: 'refund' }, 'Refund of $5.00 for Nova Sterling'],
  [{ ...reversed, event: 'dispute' }, 'Payment of $5.00 for Nova Sterling disputed by the bank'],
  [
    { ...reversed, event: 'dispute_won', amountCents: 500 },
    'Dispute of $5.00 for Nova Sterling won',
  ],
  [{ ...paid, kind: 'subscription', event: 'subscribed' }, 'Subscribed to Nova Sterling'],
  [{ ...paid, kind: 'subscription', event: 'fan' }, 'Subscription to Nova Sterling ended'],
  [{ kind: 'account', event: 'joined' }, 'Joined'],
  [
    {
      kind: 'change',
      event: 'changed',
      text: 'POST /api/users/3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60/suspend',
    },
    'Suspended account',
  ],
] as [Partial<TimelineEntry>, string][])('%j reads "%s"', (values, title) => {
  expect(titleOf(values)).toBe(title);
});
