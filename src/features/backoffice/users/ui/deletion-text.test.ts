import { expect, test } from 'vitest';
import type { DeletionFigures } from '../users.schema.ts';
import { deletionText } from './deletion-text.ts';

const NONE: DeletionFigures = {
  subscriptions: 0,
  liveSubscriptions: 0,
  renewals: 0,
  renewalCents: 0,
  payments: 0,
  views: 0,
  notifications: 0,
  favorites: 0,
  messages: 0,
  agencyMessages: 0,
  posts: 0,
  drafts: 0,
  files: 0,
  tasks: 0,
  notes: 0,
  liveFans: 0,
  pendingPayouts: 0,
  pendingPayoutCents: 0,
  balanceCents: 0,
};
const text = (role: 'subscriber' | 'influencer' | 'staff', figures: Partial<DeletionFigures>) =>
  deletionText({ role, figures: { ...NONE, ...figures } });

test('for a fan it lists renewals and payments', () => {
  expect(
    text('subscriber', {
      subscriptions: 3,
      liveSubscriptions: 2,
      renewals: 1,
      renewalCents: 1999,
      payments: 7,
      views: 41,
      notifications: 1,
      favorites: 2,
      notes: 1,
      messages: 1,
    }),
  ).toEqual({
    removed: [
      '3 subscriptions, 2 active: 1 renews, for $19.99 a month. All end immediately, with no further charges.',
      '41 post views, 1 notification, 2 favorites and 1 note',
      'Account, picture, preferences and sign-in',
    ],
    retained: [
      '7 payments and the periods they paid for, without the name',
      '1 message of the contact form',
      'Entries in the audit trail',
    ],
  });
});

test('for a fan without subscriptions it says so', () => {
  expect(text('subscriber', {}).removed[0]).toBe('No subscriptions');
  expect(text('subscriber', { subscriptions: 1 }).removed[0]).toBe(
    '1 subscription, none of them active',
  );
});

test('for an influencer it lists who loses access and what is still to be paid', () => {
  const { removed, retained } = text('influencer', {
    posts: 1,
    drafts: 2,
    files: 5,
    tasks: 1,
    notes: 3,
    agencyMessages: 1,
    liveFans: 1200,
    pendingPayouts: 1,
    pendingPayoutCents: 1520,
    balanceCents: 760,
  });
  expect(removed).toEqual([
    '1 published post and 2 drafts, with 5 files',
    '1,200 active subscriptions of fans: access ends immediately, nobody is charged again, and each fan gets an email',
    '1 task with their submissions, 3 notes and 1 message to the agency',
    'Account, plans and the public page with its pictures',
  ]);
  expect(retained).toEqual([
    '1 pending payout of $15.20, still to be paid',
    'An open balance of $7.60, still to be paid out',
    'All payouts, with the name',
    'Entries in the audit trail',
  ]);
});

test('for staff it lists only what they have', () => {
  expect(text('staff', {})).toEqual({
    removed: ['Account, profile and sign-in'],
    retained: ['Entries in the audit trail'],
  });
});
