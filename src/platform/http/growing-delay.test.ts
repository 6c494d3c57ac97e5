import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createGrowingDelay } from './growing-delay.ts';
import { sweepRateLimits } from './rate-limit.ts';
import { rateLimits } from './rate-limits.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const create = () =>
  createGrowingDelay(app.db, {
    name: 'guess',
    free: 3,
    firstSeconds: 30,
    maximumSeconds: 100,
    memorySeconds: 3_600,
  });
/** Lets time pass for a key. */
const wait = (key: string, seconds: number) =>
  app.db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - ${seconds * 1000}::bigint` })
    .where(eq(rateLimits.key, `guess:${key}`));

test('attempts are free at first, then each one waits twice as long, up to a maximum', async () => {
  const delay = create();
  for (const count of [1, 2, 3]) expect(await delay.attempt('anna')).toBe(count);
  for (const [seconds, count] of [
    [30, 4],
    [60, 5],
    [100, 6],
    [100, 7],
  ] as const) {
    await expect(delay.attempt('anna')).rejects.toMatchObject({
      code: 'rate-limited',
      message: `Too many attempts. Try again in ${seconds} seconds.`,
    });
    await wait('anna', seconds + 1);
    expect(await delay.attempt('anna')).toBe(count);
  }
});

test('two processes count together, and simultaneous attempts one by one', async () => {
  const [one, other] = [create(), create()];
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).attempt('ben')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a key is forgotten after a success, and after a long time without attempts', async () => {
  const delay = create();
  for (let count = 0; count < 3; count += 1) await delay.attempt('cora');
  await delay.reset('cora');
  expect(await delay.attempt('cora')).toBe(1);
  await wait('cora', 3_601);
  expect(await delay.attempt('cora')).toBe(1);
  await wait('cora', 3_601);
  await sweepRateLimits(app.db, new Date());
  expect(await app.db.select().from(rateLimits).where(eq(rateLimits.key, 'guess:cora'))).toEqual(
    [],
  );
});

test('free attempts are free even when another process, whose clock is ahead, counted the last one', async () => {
  const delay = create();
  await delay.attempt('dora');
  await wait('dora', -2);
  expect(await delay.attempt('dora')).toBe(2);
  expect(await delay.attempt('dora')).toBe(3);
  await expect(delay.attempt('dora')).rejects.toMatchObject({ code: 'rate-limited' });
});

test('a counter from a clock that was wrong by weeks is deleted', async () => {
  const delay = create();
  for (let count = 0; count < 3; count += 1) await delay.attempt('emil');
  await wait('emil', -40 * 24 * 60 * 60);
  await expect(delay.attempt('emil')).rejects.toMatchObject({ code: 'rate-limited' });
  await sweepRateLimits(app.db, new Date());
  expect(await delay.attempt('emil')).toBe(1);
});
