import { expect, test } from 'vitest';
import type { BackOfficeSubscription } from '../back-office-subscriptions.schema.ts';
import { fanName, confirmationText } from './subscriber-text.ts';

const now = new Date('2026-11-20T12:00:00Z');
const SOON = '2026-12-01T12:00:00Z';
const PAST = '2026-11-01T12:00:00Z';

const subscription = (values: Partial<BackOfficeSubscription>): BackOfficeSubscription => ({
  id: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
  status: 'active',
  unused: null,
  cancelAt: null,
  priceCents: 1999,
  currentPeriodStart: PAST,
  currentPeriodEnd: SOON,
  pastDueSince: null,
  isOverdue: false,
  failedAttempts: 0,
  nextAttemptAt: null,
  endedAt: null,
  endReason: null,
  createdAt: PAST,
  subscriber: {
    id: '1',
    fullName: 'Ivo',
    email: 'ivo@example.test',
    isDeleted: false,
    avatar: null,
  },
  influencer: { id: '2', fullName: 'Zora', isDeleted: false },
  plan: { priceCents: 1999, isActive: true },
  provider: 'stripe',
  providerSubscriptionId: 'sub_1',
  providerCustomerId: null,
  unconfirmedSince: null,
  ...values,
});

test.each([
  ['suspend', {}, 'until Dec 1, 2026, keeps running'],
  ['suspend', { cancelAt: SOON }, 'It still ends on Dec 1, 2026.'],
  ['reactivate', { status: 'paused' }, 'It renews on Dec 1, 2026 at $19.99.'],
  [
    'reactivate',
    { status: 'paused', currentPeriodEnd: PAST },
    'The paid period ended on Nov 1, 2026, so a new month is charged at the next billing: $19.99.',
  ],
  ['reactivate', { status: 'paused', cancelAt: SOON }, 'It was cancelled and ends on Dec 1, 2026.'],
  ['end', {}, 'cancelling doesn’t refund that'],
  ['end', { status: 'past_due', currentPeriodEnd: PAST }, 'the payment isn’t retried'],
  ['end', { status: 'paused' }, 'can’t be reactivated'],
] as const)('the confirmation of %s for %j says: %s', (action, values, text) => {
  expect(confirmationText(subscription(values), action, now).text).toContain(text);
});

test('a fan without a name is shown by address', () => {
  expect(fanName({ fullName: ' ', email: 'ivo@example.test' })).toBe('ivo@example.test');
});
