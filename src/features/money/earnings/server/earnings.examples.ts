import type { Earnings } from '../earnings.schema.ts';

/** Three fans at $19.99 and 20%, one of whom left with a refund. */
export const EARNINGS_EXAMPLE: Earnings = {
  range: 'this-month',
  days: { from: '2026-11-01', until: '2026-11-02' },
  isRunning: true,
  money: {
    payments: 3,
    grossCents: 5_997,
    refundedCents: 1_999,
    disputedCents: 0,
    disputesWonCents: 0,
    merchantFeeCents: 198,
    platformCommissionCents: 760,
    shareCents: 3_040,
  },
  subscribers: {
    atStart: 2,
    gained: 1,
    lost: 1,
    atEnd: 2,
    leftOfStart: 1,
    churnPercent: 50,
    paying: 3,
  },
  averageCents: 1_013,
  before: { from: '2026-10-01', until: '2026-10-02', shareCents: 3_040, gained: 2, lost: 0 },
  series: {
    unit: 'day',
    points: [
      {
        start: '2026-11-01',
        grossCents: 5_997,
        platformCommissionCents: 1_140,
        shareCents: 4_560,
        gained: 1,
        lost: 0,
      },
      {
        start: '2026-11-02',
        grossCents: 0,
        platformCommissionCents: -380,
        shareCents: -1_520,
        gained: 0,
        lost: 1,
      },
    ],
  },
  activeSubscribers: 2,
  plan: {
    priceMonthlyCents: 1_999,
    platformCommissionPercent: 20,
    split: { merchantFeeCents: 99, platformCents: 380, influencerCents: 1_520 },
    estimatedMonthlyRevenueCents: 3_198,
    otherPriceCount: 0,
  },
  openCents: 3_040,
  payouts: {
    thisMonth: { count: 1, cents: 3_040 },
    thisYear: { count: 1, cents: 3_040 },
    allTime: { count: 1, cents: 3_040 },
    pending: { count: 0, cents: 0 },
  },
  recentPayouts: [
    {
      id: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      totalSubscriptions: 2,
      grossRevenueCents: 3_998,
      merchantFeeCents: 198,
      platformCommissionCents: 760,
      netPayoutCents: 3_040,
      status: 'paid',
      paidAt: '2026-11-02T09:15:00.000Z',
    },
  ],
};
