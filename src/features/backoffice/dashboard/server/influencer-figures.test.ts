import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  addCharge,
  makePayout,
  addRefund,
} from '#src/features/money/payouts/server/payouts.testing.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { InfluencerDashboard } from '../dashboard.schema.ts';
import { daysAgo, createSoldInfluencer, subscribe } from './dashboard.testing.ts';

let app: TestApp;
let ada: Awaited<ReturnType<typeof createSoldInfluencer>>;
let other: typeof ada;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ada, other] = [await createSoldInfluencer(app, 1999), await createSoldInfluencer(app, 5000)];
});

async function figures(user: TestUser = ada): Promise<InfluencerDashboard> {
  const { status, json } = await app.call('GET', '/api/dashboard/own', { user });
  expect(status).toBe(200);
  return json;
}

const now = new Date();
/** The first instant of a month relative to the current one, which is 0. */
const month = (offset: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
const january = new Date(Date.UTC(now.getUTCFullYear(), 0));
const justBefore = (at: Date): Date => new Date(at.getTime() - 1);

describe('earnings', () => {
  // Of $19.99 at 20%, $0.99 is the merchant fee and $3.80 the commission.
  const SHARE = 1_520;

  test('are zero for an influencer without payments', async () => {
    await subscribe(app, ada);
    const { earnings } = await figures();
    expect(earnings).toEqual({ monthCents: 0, yearCents: 0, lifetimeCents: 0 });
  });

  test('are the influencer’s share of payments this month, this year and in total, in UTC', async () => {
    await addCharge(app, ada, { at: month(0) });
    await addCharge(app, ada, { at: justBefore(month(0)), cents: 999 });
    await addCharge(app, ada, { at: january, cents: 2_500 });
    await addCharge(app, ada, { at: justBefore(january), commission: 0 });
    await addCharge(app, other, { at: now });
    const isJanuary = now.getUTCMonth() === 0;
    const { earnings } = await figures();
    expect(earnings).toEqual({
      monthCents: SHARE + (isJanuary ? 1_900 : 0),
      yearCents: SHARE + (isJanuary ? 0 : 760) + 1_900,
      lifetimeCents: SHARE + 760 + 1_900 + 1_900,
    });
  });

  test('are reduced by reversals at the time of the reversal', async () => {
    const payment = await addCharge(app, ada, { at: january, cents: 2_000 });
    await addRefund(app, payment, { at: now, cents: 1_000 });
    const { earnings } = await figures();
    const monthCents = now.getUTCMonth() === 0 ? 760 : -760;
    expect(earnings).toEqual({ monthCents, yearCents: 760, lifetimeCents: 760 });
  });

  test('do not change when a payout includes them or is paid', async () => {
    await addCharge(app, ada, { at: month(0) });
    const payout = await makePayout(app, ada);
    expect(payout).toMatchObject({ status: 'pending', netPayoutCents: SHARE });
    const earned = { monthCents: SHARE, lifetimeCents: 2 * SHARE };
    expect((await figures()).earnings).toMatchObject(earned);
    const by = await app.as('admin');
    const paid = await makePayout(app, other, { paid: { by } });
    expect(paid).toMatchObject({ status: 'paid' });
    expect((await figures(other)).earnings).toMatchObject({ monthCents: 0, lifetimeCents: SHARE });
  });
});

test('subscribers are active subscriptions, posts are published, followers are the sum of three networks', async () => {
  await subscribe(app, ada);
  await subscribe(app, ada, { status: 'paused' });
  await subscribe(app, ada, { status: 'cancelled' });
  await subscribe(app, other);
  await app.db
    .update(profiles)
    .set({
      instagramFollowers: 2_000_000_000,
      tiktokFollowers: 2_000_000_000,
      youtubeSubscribers: 3,
      onlyfansFollowers: 7,
    })
    .where(eq(profiles.id, ada.id));
  const post = { influencerId: ada.id, caption: 'Night', category: 'Goth', aiUse: 'none' } as const;
  const published = { publishAt: daysAgo(1), publishedAt: new Date() };
  await app.db
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

test('the next tasks are open ones by due date, then those without one', async () => {
  const taskWithoutDate = await insertTask(app, ada);
  const later = await insertTask(app, ada, 'assigned', { dueDate: new Date(Date.now() + 60_000) });
  const overdue = await insertTask(app, ada, 'in_progress', { dueDate: daysAgo(1) });
  await insertTask(app, ada, 'review', { dueDate: daysAgo(3) });
  await insertTask(app, ada, 'closed');
  await insertTask(app, ada, 'failed');
  await insertTask(app, ada, 'rejected');
  await insertTask(app, ada, 'cancelled');
  await insertTask(app, other, 'assigned', { dueDate: daysAgo(4) });
  const { tasksOpen, tasksCompleted, nextTasks } = await figures();
  expect({ tasksOpen, tasksCompleted }).toEqual({ tasksOpen: 3, tasksCompleted: 2 });
  expect(nextTasks.map(({ id }) => id)).toEqual([overdue, later, taskWithoutDate]);
  expect(nextTasks[0]).toMatchObject({ title: 'Autumn set', status: 'in_progress' });
  expect(nextTasks[2]!.dueDate).toBeNull();

  for (let number = 0; number < 6; number++) await insertTask(app, ada);
  expect((await figures()).nextTasks).toHaveLength(5);
});

test('the public page is linked when visitors can see it', async () => {
  expect((await figures()).hasPublicPage).toBe(false);
  const change = (values: Partial<typeof profiles.$inferInsert>) =>
    app.db.update(profiles).set(values).where(eq(profiles.id, ada.id));
  await change({ publicUrl: ada.email.split('@')[0]! });
  expect((await figures()).hasPublicPage).toBe(true);
  await change({ isActive: false });
  expect((await figures()).hasPublicPage).toBe(false);
});
