import { expect, test } from 'vitest';
import { newPlanSchema } from './plans.schema.ts';

const NEW = { influencerId: '8f14e45f-ceea-467a-9575-1f3f0e7a2c22', priceMonthlyCents: 1999 };
const judge = (fields: object) => newPlanSchema.safeParse({ ...NEW, ...fields });

test('a plan defaults to a commission of 20% and to active', () => {
  expect(judge({}).data).toEqual({ ...NEW, platformCommissionPercent: 20, isActive: true });
});

test.each([
  { priceMonthlyCents: 50 },
  { priceMonthlyCents: 1_000_000 },
  { platformCommissionPercent: 0 },
  { platformCommissionPercent: 100 },
  { platformCommissionPercent: 12.34 },
  { platformCommissionPercent: 0.07 },
  { platformCommissionPercent: 99.99 },
])('%j is within bounds', (fields) => {
  expect(judge(fields).success).toBe(true);
});

test.each([
  [{ priceMonthlyCents: 0 }, 'at least $0.50, the minimum card charge'],
  [{ priceMonthlyCents: 49 }, 'at least $0.50'],
  [{ priceMonthlyCents: -1 }, 'at least $0.50'],
  [{ priceMonthlyCents: 1_000_001 }, 'at most $10,000.00'],
  [{ priceMonthlyCents: 19.99 }, 'whole cents'],
  [{ priceMonthlyCents: '1999' }, 'whole cents'],
  [{ priceMonthlyCents: null }, 'whole cents'],
  [{ platformCommissionPercent: -0.01 }, 'from 0 to 100'],
  [{ platformCommissionPercent: 100.01 }, 'from 0 to 100'],
  [{ platformCommissionPercent: 20.005 }, 'two decimals'],
  [{ platformCommissionPercent: 1e-7 }, 'two decimals'],
  [{ platformCommissionPercent: '20' }, 'required'],
  [{ influencerId: "' or 1=1" }, 'Influencer is required'],
  [{ isActive: 'yes' }, 'yes or no'],
])('%j is rejected: %s', (fields, message) => {
  expect(judge(fields).error?.issues[0]?.message).toContain(message);
});
