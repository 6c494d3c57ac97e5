import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { TREND_WEEKS, type Trends } from '../dashboard.schema.ts';
import {
  daysAgo,
  createReceivedApplication,
  createSoldInfluencer,
  subscribe,
} from './dashboard.testing.ts';

let app: TestApp;
let ada: Awaited<ReturnType<typeof createSoldInfluencer>>;
let bo: typeof ada;
beforeAll(async () => {
  app = await createTestApp();
  [ada, bo] = [await createSoldInfluencer(app, 1999), await createSoldInfluencer(app, 999)];

  await subscribe(app, ada);
  await subscribe(app, bo, { createdAt: daysAgo(7) });
  await subscribe(app, ada, { createdAt: daysAgo(7 * TREND_WEEKS) });
  // Cancelled by the back office: it ended at once.
  const longAgo = daysAgo(300);
  await subscribe(app, ada, { createdAt: longAgo, status: 'cancelled', endedAt: daysAgo(14) });
  // Cancelled by the fan: it ended with the paid period, and was marked as ended later.
  await subscribe(app, bo, {
    createdAt: longAgo,
    status: 'cancelled',
    cancelAt: daysAgo(21),
    endedAt: daysAgo(21),
    updatedAt: daysAgo(14),
  });
  // Cancelled by the fan, then immediately by the back office.
  await subscribe(app, ada, {
    createdAt: longAgo,
    status: 'cancelled',
    cancelAt: new Date(Date.now() + 60_000),
    endedAt: daysAgo(21),
  });
  await subscribe(app, ada, { createdAt: longAgo, status: 'cancelled', endedAt: longAgo });
  // Not over yet, and paused.
  await subscribe(app, ada, { createdAt: longAgo, cancelAt: new Date(Date.now() + 60_000) });
  await subscribe(app, ada, { createdAt: longAgo, status: 'paused', updatedAt: daysAgo(14) });

  await createReceivedApplication(app);
  await createReceivedApplication(app, { createdAt: daysAgo(14), status: 'rejected' });
  await createReceivedApplication(app, { createdAt: daysAgo(7 * TREND_WEEKS) });
});
afterAll(() => app.close());

async function trends(user: TestUser): Promise<Trends['weeks']> {
  const { json } = await app.call('GET', '/api/dashboard/trends', { user });
  return json.weeks;
}

/** The figures by week, the current one first, without the trailing zeros. */
const backwards = (
  weeks: Trends['weeks'],
  figure: Exclude<keyof Trends['weeks'][number], 'start'>,
) =>
  weeks
    .map((week) => week[figure])
    .toReversed()
    .slice(0, 5);

test('weeks begin on Mondays, and the last one is the current week', async () => {
  const weeks = await trends(await app.as('admin'));
  expect(weeks).toHaveLength(TREND_WEEKS);
  const starts = weeks.map(({ start }) => new Date(`${start}T00:00:00Z`));
  expect(starts.map((start) => start.getUTCDay())).toEqual(Array(TREND_WEEKS).fill(1));
  const sinceLast = Date.now() - starts.at(-1)!.getTime();
  expect(sinceLast).toBeGreaterThanOrEqual(0);
  expect(sinceLast).toBeLessThan(7 * 24 * 60 * 60_000);
  expect(starts.at(-1)!.getTime() - starts[0]!.getTime()).toBe(11 * 7 * 24 * 60 * 60_000);
});

test('subscriptions and applications are counted in the week in which they began', async () => {
  const weeks = await trends(await app.as('staff'));
  expect(backwards(weeks, 'subscriptionsStarted')).toEqual([1, 1, 0, 0, 0]);
  expect(backwards(weeks, 'applications')).toEqual([1, 0, 1, 0, 0]);
});

test('a subscription ends with its paid period, or earlier by the back office', async () => {
  const weeks = await trends(await app.as('admin'));
  expect(backwards(weeks, 'subscriptionsEnded')).toEqual([0, 0, 1, 2, 0]);
  expect(weeks.reduce((sum, week) => sum + week.subscriptionsEnded, 0)).toBe(3);
});

test('limited staff see only the subscriptions to their influencers', async () => {
  const weeks = await trends(await createLimitedStaff(app, bo));
  expect(backwards(weeks, 'subscriptionsStarted')).toEqual([0, 1, 0, 0, 0]);
  expect(backwards(weeks, 'subscriptionsEnded')).toEqual([0, 0, 0, 1, 0]);
  expect(backwards(weeks, 'applications')).toEqual([1, 0, 1, 0, 0]);
});

describe('what is counted once', () => {
  const at = daysAgo(28);
  const ended = (endedAt: Date) => ({ status: 'cancelled', createdAt: at, endedAt }) as const;
  const inWeek = (weeks: Trends['weeks']) => weeks.at(-5)!;

  test('a refunded duplicate payment neither starts nor ends a subscription', async () => {
    const influencer = await createSoldInfluencer(app, 999);
    const fan = await subscribe(app, influencer, { createdAt: at });
    await subscribe(app, influencer, {
      ...ended(at),
      subscriberId: fan.id,
      endReason: 'duplicate',
    });
    const week = inWeek(await trends(await createLimitedStaff(app, influencer)));
    expect(week).toMatchObject({ subscriptionsStarted: 1, subscriptionsEnded: 0 });
  });

  test('a fan who ends and restarts a subscription on one day counts once', async () => {
    const [influencer, other] = [
      await createSoldInfluencer(app, 999),
      await createSoldInfluencer(app, 999),
    ];
    const { id: subscriberId } = await subscribe(app, influencer, ended(at));
    await subscribe(app, influencer, { ...ended(at), subscriberId });
    await subscribe(app, influencer, { createdAt: at, subscriberId });
    await subscribe(app, other, { createdAt: at, subscriberId });
    const week = inWeek(await trends(await createLimitedStaff(app, influencer, other)));
    expect(week).toMatchObject({ subscriptionsStarted: 2, subscriptionsEnded: 1 });
  });

  test('an application sent again unchanged after its review counts once', async () => {
    const staff = await app.as('staff');
    const before = inWeek(await trends(staff)).applications;
    const sent = { createdAt: at, fingerprint: 'the same words' };
    await createReceivedApplication(app, { ...sent, status: 'rejected' });
    await createReceivedApplication(app, sent);
    await createReceivedApplication(app, { createdAt: at });
    expect(inWeek(await trends(staff)).applications).toBe(before + 2);
  });
});
