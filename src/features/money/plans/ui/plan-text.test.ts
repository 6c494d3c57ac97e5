import { expect, test } from 'vitest';
import type { Plan } from '../plans.schema.ts';
import { describeEstimate, newPriceText, activationText } from './plan-text.ts';

const PLAN: Plan = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  version: 3,
  influencer: { id: '8f14e45f-ceea-467a-9575-1f3f0e7a2c22', fullName: 'Mara', image: null },
  priceMonthlyCents: 1999,
  platformCommissionPercent: 12.5,
  plannedCommission: null,
  isActive: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  subscriberCount: 42,
  otherPriceCount: 0,
  liveCount: 42,
};

test('an estimate is explained by its formula, with the subscribers it excludes', () => {
  const formula = '42 active subscribers × $19.99 × (1 − 12.5/100) = $734.63.';
  expect(describeEstimate(PLAN)).toBe(`${formula} Before the merchant fee.`);
  expect(describeEstimate({ ...PLAN, otherPriceCount: 1 })).toBe(
    `${formula} Before the merchant fee. 1 of them pays an earlier price, which isn’t included here.`,
  );
  expect(describeEstimate({ ...PLAN, subscriberCount: 1 })).toContain(
    '1 active subscriber × $19.99',
  );
});

test.each([
  [0, 0, 'No current subscribers: the new price applies to everyone.'],
  [1, 1, 'A new price applies to new subscribers only: 1 subscriber keeps theirs.'],
  [12, 12, 'A new price applies to new subscribers only: 12 subscribers keep theirs.'],
  [
    17,
    12,
    'A new price applies to new subscribers only: 17 subscribers, including paused and past-due ones, keep theirs.',
  ],
])('of %i subscriptions, %i active: %s', (liveCount, subscriberCount, text) => {
  expect(newPriceText({ liveCount, subscriberCount })).toBe(text);
});

test('the effect of activating and deactivating is explained first', () => {
  expect(activationText({ ...PLAN, isActive: false }, 'Mara')).toBe(
    'Fans can subscribe to Mara at $19.99 a month from now on.',
  );
  expect(activationText(PLAN, 'Mara')).toBe(
    'No one can subscribe to Mara until a plan is active again. 42 subscribers keep their subscription and price.',
  );
  expect(activationText({ ...PLAN, liveCount: 0 }, 'Mara')).toBe(
    'No one can subscribe to Mara until a plan is active again.',
  );
});
