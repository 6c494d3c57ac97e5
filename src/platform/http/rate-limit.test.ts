import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createRateLimit, sweepRateLimits } from './rate-limit.ts';
import { rateLimits } from './rate-limits.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a counter is deleted when it expires, and not before', async () => {
  const limit = createRateLimit(app.pool, { name: 'door', points: 1, seconds: 60 });
  await limit.consume('203.0.113.9');
  await sweepRateLimits(app.db, new Date());
  await expect(limit.consume('203.0.113.9')).rejects.toMatchObject({ code: 'rate-limited' });
  await sweepRateLimits(app.db, new Date(Date.now() + 61_000));
  expect(await app.db.select().from(rateLimits)).toEqual([]);
});
