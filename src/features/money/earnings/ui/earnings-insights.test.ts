import { expect, test } from 'vitest';
import type { Earnings } from '../earnings.schema.ts';
import { listInsights } from './earnings-insights.ts';

const EMPTY: Earnings = {
  range: 'last-3-months',
  days: { from: '2026-09-01', until: '2026-11-21' },
  isRunning: true,
  money: {
    payments: 0,
    grossCents: 0,
    refundedCents: 0,
    disputedCents: 0,
    disputesWonCents: 0,
    merchantFeeCents: 0,
    platformCommissionCents: 0,
    shareCents: 0,
    adjustmentCents: 0,
    writeOffCents: 0,
    overReturnedCents: 0,
  },
  subscribers: {
    atStart: 0,
    gained: 0,
    lost: 0,
    atEnd: 0,
    subscriberMonths: 0,
    churnPercent: null,
    paying: 0,
  },
  averageCents: null,
  before: null,
  series: { unit: 'month', points: [] },
  activeSubscribers: 0,
  plan: null,
  openCents: 0,
  payouts: {
    thisMonth: { count: 0, cents: 0 },
    thisYear: { count: 0, cents: 0 },
    allTime: { count: 0, cents: 0 },
    pending: { count: 0, cents: 0 },
  },
  heldBack: {
    holdDays: 0,
    heldCents: 0,
    minimumCents: 0,
    reservePercent: 0,
    reserveDays: 0,
    reserves: [],
  },
  recentPayouts: [],
};
const BEFORE = { from: '2026-06-01', until: '2026-08-21', gained: 0, lost: 0 };
const PLAN = {
  priceMonthlyCents: 2_499,
  platformCommissionPercent: 20,
  plannedCommission: null,
  split: { merchantFeeCents: 124, platformCents: 475, influencerCents: 1_900 },
  estimatedMonthlyRevenueCents: 0,
};

const say = (change: Partial<Earnings>) => listInsights({ ...EMPTY, ...change });
const share = (shareCents: number) => ({ ...EMPTY.money, shareCents });
const month = (start: string, shareCents: number) => ({
  start,
  shareCents,
  grossCents: shareCents,
  platformCommissionCents: 0,
  gained: 0,
  lost: 0,
});
const subscribers = (gained: number, lost: number) => ({ ...EMPTY.subscribers, gained, lost });

test('without anything noteworthy there are no insights', () => {
  expect(say({})).toEqual([]);
  expect(say({ before: { ...BEFORE, shareCents: 0 } })).toEqual([]);
  expect(say({ plan: { ...PLAN, otherPriceCount: 0 } })).toEqual([]);
});

test.each([
  [11_200, 10_000, '12% more than in'],
  [8_750, 10_000, '13% less than in'],
  [10_000, 10_000, 'as much as in'],
  [10_001, 10_000, '$0.01 more than in'],
  [5_000, 0, '$50.00 more than in'],
  [5_000, -1_000, '$60.00 more than in'],
  [-1_000, 10_000, '$110.00 less than in'],
  [0, 10_000, '100% less than in'],
])('a share of %i after %i cents is reported as a trend: %s', (now, earlier, texts) => {
  const before = { ...BEFORE, shareCents: earlier };
  const [trend] = say({ money: share(now), before });
  // The spaces around the dash are thin spaces.
  const days = `the previous period, Jun 1 – Aug 21, 2026: `;
  expect(trend!.replaceAll('\u2009', ' ')).toContain(`You earned ${texts} ${days}`);
});

test.each([
  [
    'a past one',
    [month('2026-09-01', 100), month('2026-10-01', 300), month('2026-11-01', 200)],
    ['October 2026 was your best month of this period: $3.00.'],
  ],
  [
    'the current one',
    [month('2026-10-01', 300), month('2026-11-01', 400)],
    ['November 2026 is already your best month of this period: $4.00.'],
  ],
  ['none if two are equal', [month('2026-10-01', 300), month('2026-11-01', 300)], []],
  ['none if only one has earnings', [month('2026-10-01', 300), month('2026-11-01', 0)], []],
])('the best month is %s', (_, points, sentences) => {
  expect(say({ series: { unit: 'month', points } })).toEqual(sentences);
});

test('in a range of one month the best day is reported', () => {
  const points = [month('2026-11-01', 100), month('2026-11-02', 300), month('2026-11-03', 0)];
  expect(say({ series: { unit: 'day', points } })).toEqual([
    'November 2 was your best day of this period: $3.00.',
  ]);
});

test.each([
  [5, 2, 'You gained 5 subscribers and lost 2: a net gain of 3.'],
  [1, 0, 'You gained 1 subscriber and lost none: a net gain of 1.'],
  [0, 4, 'You gained no subscribers and lost 4: a net loss of 4.'],
  [2, 2, 'You gained 2 subscribers and lost 2: no net change.'],
])('%i gained and %i lost are compared', (gained, lost, sentence) => {
  expect(say({ subscribers: subscribers(gained, lost) })).toEqual([sentence]);
});

test.each([
  [
    1,
    1,
    '1 of your 1 active subscriber pays an earlier price, not the $24.99 that new subscribers pay.',
  ],
  [
    8,
    30,
    '8 of your 30 active subscribers pay an earlier price, not the $24.99 that new subscribers pay.',
  ],
])(
  '%i of %i subscribers with a different price are reported',
  (otherPriceCount, activeSubscribers, sentence) => {
    expect(say({ plan: { ...PLAN, otherPriceCount }, activeSubscribers })).toEqual([sentence]);
  },
);

test('reversals are reported in percent, less the disputes won', () => {
  const money = { ...EMPTY.money, grossCents: 10_000 };
  const reversed = { refundedCents: 300, disputedCents: 200, disputesWonCents: 90 };
  expect(say({ money: { ...money, ...reversed } })).toEqual([
    '4.1% of what fans paid was refunded or disputed.',
  ]);
  expect(say({ money: { ...money, disputedCents: 200, disputesWonCents: 200 } })).toEqual([]);
});

test('there are at most four insights', () => {
  const all = say({
    money: { ...share(100), grossCents: 200, refundedCents: 50 },
    before: { ...BEFORE, shareCents: 50 },
    series: { unit: 'month', points: [month('2026-10-01', 10), month('2026-11-01', 20)] },
    subscribers: subscribers(1, 1),
    plan: { ...PLAN, otherPriceCount: 1 },
    activeSubscribers: 3,
  });
  expect(all).toHaveLength(4);
});
