import { expect, test } from 'vitest';
import type { Plan } from '../plans.schema.ts';
import { newPlanValues, readPlanValues, valuesOfPlan } from './plan-values.ts';

const INFLUENCER = '8f14e45f-ceea-467a-9575-1f3f0e7a2c22';
const TYPED = { ...newPlanValues(), influencerId: INFLUENCER, priceMonthlyCents: '19.99' };
const PLAN: Plan = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  version: 3,
  influencer: { id: INFLUENCER, fullName: 'Mara Voss', image: null },
  priceMonthlyCents: 1990,
  platformCommissionPercent: 12.5,
  plannedCommission: null,
  isActive: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  subscriberCount: 0,
  otherPriceCount: 0,
  liveCount: 0,
};

test('a new plan has a commission of 20% and is active', () => {
  expect(readPlanValues(TYPED)).toMatchObject({
    plan: {
      influencerId: INFLUENCER,
      priceMonthlyCents: 1999,
      platformCommissionPercent: 20,
      isActive: true,
    },
    errors: {},
  });
});

test('the values of a plan are formatted and parsed without loss', () => {
  const values = valuesOfPlan(PLAN);
  expect(values).toMatchObject({ priceMonthlyCents: '19.90', platformCommissionPercent: '12.5' });
  expect(readPlanValues(values).plan).toMatchObject({
    priceMonthlyCents: 1990,
    platformCommissionPercent: 12.5,
    isActive: false,
  });
});

test.each([
  [{ influencerId: null }, 'influencerId', 'Influencer is required'],
  [{ priceMonthlyCents: ' ' }, 'priceMonthlyCents', 'Price is required'],
  [{ priceMonthlyCents: 'free' }, 'priceMonthlyCents', 'Enter a price such as 19.99'],
  [{ priceMonthlyCents: '19.999' }, 'priceMonthlyCents', 'Price can have at most two decimals'],
  [
    { priceMonthlyCents: '0' },
    'priceMonthlyCents',
    'Price must be at least $0.50, the minimum card charge',
  ],
  [{ priceMonthlyCents: '10000.01' }, 'priceMonthlyCents', 'Price must be at most $10,000.00'],
  [{ platformCommissionPercent: '' }, 'platformCommissionPercent', 'Commission is required'],
  [
    { platformCommissionPercent: '20.005' },
    'platformCommissionPercent',
    'Commission can have at most two decimals',
  ],
  [
    { platformCommissionPercent: '100.01' },
    'platformCommissionPercent',
    'Commission must be from 0 to 100 percent',
  ],
  [
    { platformCommissionPercent: '-1' },
    'platformCommissionPercent',
    'Commission must be from 0 to 100 percent',
  ],
])('%j is invalid at its field', (fields, field, message) => {
  expect(readPlanValues({ ...TYPED, ...fields }).errors).toEqual({ [field]: message });
});

test('the split is shown before an influencer is chosen', () => {
  const { sale, plan } = readPlanValues({ ...TYPED, influencerId: null });
  expect([sale, plan]).toEqual([{ priceCents: 1999, commissionPercent: 20 }, undefined]);
  expect(readPlanValues({ ...TYPED, priceMonthlyCents: '0.49' }).sale).toBeNull();
});

test('every percentage with two decimals is read exactly', () => {
  for (let hundredths = 0; hundredths <= 10_000; hundredths++) {
    const platformCommissionPercent = String(hundredths / 100);
    const { plan } = readPlanValues({ ...TYPED, platformCommissionPercent });
    expect(plan?.platformCommissionPercent).toBe(hundredths / 100);
  }
});
