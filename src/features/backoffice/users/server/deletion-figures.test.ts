import { afterAll, beforeAll, expect, test } from 'vitest';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { addCharge, makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { favorites } from '#src/features/storefront/marketplace/server/favorites.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { onPost } from '#test/back-office/post-calls.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const preview = async ({ id }: TestUser, by = staff) =>
  app.call('GET', `/api/users/${id}/deletion`, { user: by });

test('a fan’s figures count subscriptions, renewals and remaining data', async () => {
  const fan = await app.as('subscriber');
  const influencers = await Promise.all([1, 2, 3, 4].map(() => app.as('influencer')));
  const states = ['active', 'past_due', 'cancelling', 'cancelled'] as const;
  for (const [index, state] of states.entries()) {
    await addSubscription(app, influencers[index]!, state, { fan, priceCents: 1000 * (index + 1) });
  }
  const { id: postId } = await publish(app, influencers[0]!);
  await app.db.insert(postViews).values({ postId, subscriberId: fan.id });
  await app.db
    .insert(postNotifications)
    .values({ postId, subscriberId: fan.id })
    .onConflictDoNothing();
  const message = {
    name: 'Ada',
    email: fan.email.toUpperCase(),
    topic: 'Something else',
    message: 'A question about my account.',
  };
  expect((await app.call('POST', '/api/contact', { body: message })).status).toBe(200);
  const [favorite] = influencers;
  await app.db.insert(favorites).values({ subscriberId: fan.id, influencerId: favorite!.id });
  const { json } = await preview(fan);
  expect(json.role).toBe('subscriber');
  expect(json.figures).toMatchObject({
    subscriptions: 4,
    liveSubscriptions: 3,
    renewals: 2,
    renewalCents: 3000,
    payments: 4,
    views: 1,
    notifications: 1,
    favorites: 1,
    messages: 1,
    agencyMessages: 0,
    posts: 0,
    liveFans: 0,
    balanceCents: 0,
  });
});

test('an influencer’s figures count posts, files, fans who lose access, and money still to be paid', async () => {
  const influencer = await app.as('influencer');
  const payout = await makePayout(app, influencer, { cents: 2000 });
  await addCharge(app, influencer, { at: new Date(), cents: 1000 });
  await publish(app, influencer);
  await onPost({ app, user: staff, influencer });
  await insertTask(app, influencer, 'assigned', {});
  await app.call('POST', `/api/influencers/${influencer.id}/notes`, {
    user: staff,
    body: { id: crypto.randomUUID(), note: 'Call in the evening.' },
  });
  await app.call('POST', '/api/agency-messages', {
    user: influencer,
    body: { topic: 'My profile', message: 'Please change my bio.' },
  });
  const { json } = await preview(influencer);
  expect(json.role).toBe('influencer');
  expect(json.figures).toMatchObject({
    posts: 1,
    drafts: 1,
    files: 1,
    tasks: 1,
    notes: 1,
    messages: 0,
    agencyMessages: 1,
    liveFans: 0,
    pendingPayouts: 1,
    pendingPayoutCents: payout.netPayoutCents,
    balanceCents: 760,
    subscriptions: 0,
  });
  await addSubscription(app, influencer, 'active');
  await addSubscription(app, influencer, 'cancelled');
  expect((await preview(influencer)).json.figures.liveFans).toBe(1);
});

test('only those who may delete the user can read them', async () => {
  const admin = await app.as('admin');
  expect((await preview(admin)).status).toBe(403);
  expect((await preview(admin, await app.as('admin'))).json.role).toBe('admin');
  expect((await preview({ ...admin, id: crypto.randomUUID() })).status).toBe(404);
});
