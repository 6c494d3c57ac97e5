import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { DAY_MS } from './fan-billing.testing.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, makeSubscription, renewed } from './subscriptions.testing.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A subscription whose paid period ended on this day, with a post. */
async function paidUntil(day: number) {
  const sold = await makeSubscription(app, inDays(day - 40));
  await app.db
    .update(userSubscriptions)
    .set({ currentPeriodEnd: inDays(day) })
    .where(eq(userSubscriptions.id, sold.subscription.id));
  await publish(app, sold.influencer);
  return sold;
}
type Sold = Awaited<ReturnType<typeof paidUntil>>;

/** Whether each screen lets the fan see the influencer's posts. */
async function screensOf({ fan, influencer }: Sold): Promise<Record<string, boolean | string>> {
  const get = async (path: string) => (await app.call('GET', path, { user: fan })).json;
  const own = (await get('/api/subscriptions')).subscriptions[0];
  const mine = await get('/api/feed');
  const discover = await get('/api/feed/public');
  const shown = discover.posts.find(
    (post: { influencer: { id: string } }) => post.influencer.id === influencer.id,
  );
  const page = await get(`/api/marketplace/${influencer.publicUrl}`);
  return {
    card: own.grantsViewing,
    feed: mine.posts.length > 0,
    discover: shown.locked === false,
    page: page.influencer.subscribeState,
  };
}
const openNowhere = { card: false, feed: false, discover: false, page: 'overdue' };
const openEverywhere = { card: true, feed: true, discover: true, page: 'subscribed' };

const listed = async ({ influencer }: Sold, status: string) =>
  (
    await app.call('GET', `/api/subscribers?status=${status}&influencer=${influencer.id}`, {
      user: admin,
    })
  ).json.rows;
const figures = async ({ influencer }: Sold) =>
  (await app.call('GET', `/api/subscribers/figures?influencer=${influencer.id}`, { user: admin }))
    .json;

describe('a subscription whose renewal was not reported', () => {
  test('grants viewing during the grace', async () => {
    const sold = await paidUntil(-2.9);
    expect(await screensOf(sold)).toEqual(openEverywhere);
    expect(await listed(sold, 'past_due')).toEqual([]);
    expect(await figures(sold)).toMatchObject({ pastDue: 0 });
  });

  test('grants no viewing after it, and is an issue for the back office', async () => {
    const sold = await paidUntil(-73);
    expect(await screensOf(sold)).toEqual(openNowhere);
    expect(await listed(sold, 'past_due')).toMatchObject([{ status: 'active', isOverdue: true }]);
    expect(await listed(sold, 'active')).toEqual([]);
    expect(await figures(sold)).toMatchObject({ active: 0, pastDue: 1 });
  });

  test('grants viewing again once the renewal is reported', async () => {
    const sold = await paidUntil(-10);
    await deliver(app, { ...renewed(sold.event), periodEnd: inDays(20) });
    expect(await screensOf(sold)).toEqual(openEverywhere);
    expect(await listed(sold, 'past_due')).toEqual([]);
  });

  test('grants viewing while its test clock is before the end of the period', async () => {
    const sold = await paidUntil(-73);
    const reference = sold.subscription.providerSubscriptionId!;
    await saveSandboxSubscription(app.db, reference, { clockAt: inDays(-74) });
    expect(await screensOf(sold)).toEqual(openEverywhere);
    await saveSandboxSubscription(app.db, reference, { clockAt: inDays(-69) });
    expect(await screensOf(sold)).toEqual(openNowhere);
  });
});
