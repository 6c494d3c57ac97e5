import type { CommissionRate } from '../commission.schema.ts';
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
  plannedCommission: { percent: 15, effectiveFrom: '2027-01-01T00:00:00.000Z' },
  isActive: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  subscriberCount: 42,
  otherPriceCount: 3,
  liveCount: 44,
};

export const PAGE_EXAMPLE = { rows: [PLAN_EXAMPLE], total: 1, previous: null, next: null };

export const COUNTS_EXAMPLE: PlanCounts = { all: 12, active: 10, inactive: 2 };

export const COMMISSION_EXAMPLE: { rates: CommissionRate[] } = {
  rates: [
    {
      id: '0f2c1d9e-8f0a-4f0e-9c1b-2d3e4f5a6b7c',
      percent: 15,
      effectiveFrom: '2027-01-01T00:00:00.000Z',
      state: 'planned',
      reason: 'New agreement for 2027',
      createdBy: { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', name: 'Corisande Wetherly' },
    },
    {
      id: null,
      percent: 20,
      effectiveFrom: '2026-11-20T10:00:00.000Z',
      state: 'active',
      reason: null,
      createdBy: null,
    },
  ],
};
