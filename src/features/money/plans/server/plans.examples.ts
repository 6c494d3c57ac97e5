import type { Plan, PlanCounts } from '../plans.schema.ts';

export const VERSION_EXAMPLE = { id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11', version: 3 };

export const PLAN_EXAMPLE: Plan = {
  ...VERSION_EXAMPLE,
  influencer: {
    id: '8f14e45f-ceea-467a-9575-1f3f0e7a2c22',
    fullName: 'Mara Voss',
    image: '/images/1764000000-3f6f0c9a',
  },
  priceMonthlyCents: 1999,
  platformCommissionPercent: 20,
  isActive: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  subscriberCount: 42,
  otherPriceCount: 3,
  liveCount: 44,
};

export const PAGE_EXAMPLE = { rows: [PLAN_EXAMPLE], total: 1, previous: null, next: null };

export const COUNTS_EXAMPLE: PlanCounts = { all: 12, active: 10, inactive: 2 };
