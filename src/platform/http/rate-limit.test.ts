import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createRateLimit, sweepRateLimits } from './rate-limit.ts';
import { rateLimits } from './rate-limits.table.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());

test('a counter is forgotten when its time is over, and not before', async () => {
  const limit = createRateLimit(house.pool, { name: 'door', points: 1, seconds: 60 });
  await limit.consume('203.0.113.9');
  await sweepRateLimits(house.db, new Date());
  await expect(limit.consume('203.0.113.9')).rejects.toMatchObject({ code: 'rate-limited' });
  await sweepRateLimits(house.db, new Date(Date.now() + 61_000));
  expect(await house.db.select().from(rateLimits)).toEqual([]);
});
