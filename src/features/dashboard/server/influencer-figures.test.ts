import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { payouts } from '#src/features/payouts/server/payouts.table.ts';
import { contentPosts } from '#src/features/posts/server/posts.table.ts';
import { giveTask } from '#src/features/tasks/server/tasks.testing.ts';
import { splitPrice } from '#src/lib/money.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { InfluencerDashboard } from '../dashboard.schema.ts';
import { daysAgo, soldInfluencer, subscribe } from './dashboard.testing.ts';

let house: TestApp;
let ada: Awaited<ReturnType<typeof soldInfluencer>>;
let other: typeof ada;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());
beforeEach(async () => {
  [ada, other] = [await soldInfluencer(house, 1999), await soldInfluencer(house, 5000)];
});

async function figures(user: TestUser = ada): Promise<InfluencerDashboard> {
  const { status, json } = await house.call('GET', '/api/dashboard/own', { user });
  expect(status).toBe(200);
  return json;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
const now = new Date();
/** A month of this year or of those around it; 0 is the present one. */
const month = (offset: number, date = 1): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, date));

async function pay(user: TestUser, start: Date, end: Date, netPayoutCents: number, isPaid = true) {
  await house.db.insert(payouts).values({
    influencerId: user.id,
    payeeName: 'Ada',
    payeeEmail: user.email,
    periodStart: day(start),
    periodEnd: day(end),
    totalSubscriptions: 1,
    grossRevenueCents: netPayoutCents,
    merchantFeeCents: 0,
    platformCommissionCents: 0,
    netPayoutCents,
    status: isPaid ? 'paid' : 'pending',
    paidAt: isPaid ? new Date() : null,
  });
}

describe('earnings', () => {
  const share = splitPrice(1999, 20).influencerCents;

  test('are nothing for an influencer with no subscribers and no payouts', async () => {
    const { earnings } = await figures();
    expect(earnings).toEqual({ monthCents: 0, yearCents: 0, lifetimeCents: 0 });
  });

  test('of this month are the shares of the active subscriptions that were paid for in it', async () => {
    await subscribe(house, ada);
    await subscribe(house, ada);
    await subscribe(house, ada, { priceCents: 999 });
    await subscribe(house, ada, { currentPeriodStart: month(0) });
    const shares = 3 * share + splitPrice(999, 20).influencerCents;
    await subscribe(house, ada, { status: 'paused' });
    await subscribe(house, ada, { status: 'cancelled' });
    await subscribe(house, ada, { status: 'past_due' });
    await subscribe(house, ada, { currentPeriodStart: new Date(month(0).getTime() - 1) });
    await subscribe(house, other);
    const { earnings } = await figures();
    expect(earnings).toEqual({ monthCents: shares, yearCents: shares, lifetimeCents: shares });
  });

  test('of the year and of all time are the payouts, paid and pending, and this month beyond them', async () => {
    await pay(ada, month(-1), month(0, 0), 700, false);
    await pay(ada, month(-13), month(-12, 0), 50);
    await pay(other, month(-1), month(0, 0), 9999);
    await subscribe(house, ada);
    const { earnings } = await figures();
    const inThisYear = month(-1).getUTCFullYear() === now.getUTCFullYear() ? 700 : 0;
    expect(earnings).toEqual({
      monthCents: share,
      yearCents: share + inThisYear,
      lifetimeCents: share + 750,
    });
  });

  test('that a payout of this month covers are not counted twice', async () => {
    await pay(ada, month(0), month(1, 0), 4000, false);
    await subscribe(house, ada);
    const { earnings } = await figures();
    expect(earnings).toEqual({ monthCents: 4000, yearCents: 4000, lifetimeCents: 4000 });
  });
});

test('subscribers are active subscriptions, posts are published ones, followers are of three networks', async () => {
  await subscribe(house, ada);
  await subscribe(house, ada, { status: 'paused' });
  await subscribe(house, ada, { status: 'cancelled' });
  await subscribe(house, other);
  await house.db
    .update(profiles)
    .set({
      instagramFollowers: 2_000_000_000,
      tiktokFollowers: 2_000_000_000,
      youtubeSubscribers: 3,
      onlyfansFollowers: 7,
    })
    .where(eq(profiles.id, ada.id));
  const post = { influencerId: ada.id, caption: 'Night', category: 'Goth' } as const;
  const published = { publishAt: daysAgo(1), publishedAt: new Date() };
  await house.db
    .insert(contentPosts)
    .values([
      { ...post, ...published },
      { ...post, ...published },
      { ...post, publishAt: new Date(Date.now() + 60_000) },
      post,
      { ...post, ...published, influencerId: other.id },
    ]);
  expect(await figures()).toMatchObject({
    activeSubscribers: 1,
    postsPublished: 2,
    totalFollowers: 4_000_000_003,
  });
});

test('the next tasks are the open ones, those that are due first, then those without a date', async () => {
  const undated = await giveTask(house, ada);
  const later = await giveTask(house, ada, 'assigned', { dueDate: new Date(Date.now() + 60_000) });
  const overdue = await giveTask(house, ada, 'in_progress', { dueDate: daysAgo(1) });
  await giveTask(house, ada, 'review', { dueDate: daysAgo(3) });
  await giveTask(house, ada, 'closed');
  await giveTask(house, ada, 'failed');
  await giveTask(house, ada, 'rejected');
  await giveTask(house, ada, 'cancelled');
  await giveTask(house, other, 'assigned', { dueDate: daysAgo(4) });
  const { tasksOpen, tasksCompleted, nextTasks } = await figures();
  expect({ tasksOpen, tasksCompleted }).toEqual({ tasksOpen: 3, tasksCompleted: 2 });
  expect(nextTasks.map(({ id }) => id)).toEqual([overdue, later, undated]);
  expect(nextTasks[0]).toMatchObject({ title: 'Autumn set', status: 'in_progress' });
  expect(nextTasks[2]!.dueDate).toBeNull();

  for (let number = 0; number < 6; number++) await giveTask(house, ada);
  expect((await figures()).nextTasks).toHaveLength(5);
});

test('the public page is offered when visitors can see it', async () => {
  expect((await figures()).hasPublicPage).toBe(false);
  const change = (values: Partial<typeof profiles.$inferInsert>) =>
    house.db.update(profiles).set(values).where(eq(profiles.id, ada.id));
  await change({ publicUrl: ada.email.split('@')[0]! });
  expect((await figures()).hasPublicPage).toBe(true);
  await change({ isActive: false });
  expect((await figures()).hasPublicPage).toBe(false);
});
