import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { notificationListSchema } from '../notifications.schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function createScenario() {
  const [first, second] = [await app.as('influencer'), await app.as('influencer')];
  const [fan, other] = [await app.as('subscriber'), await app.as('subscriber')];
  for (const subscriber of [fan, other]) {
    await subscribe(app, subscriber, first);
    await subscribe(app, subscriber, second);
  }
  const notify = [fan, other];
  await publish(app, first, { notify, caption: 'x'.repeat(200) });
  await publish(app, second, { notify });
  await publish(app, second, { notify });
  return { fan, other, first, second };
}

const unread = async (user: TestUser) =>
  (await app.call('GET', '/api/notifications/unread', { user })).json.count;
const markRead = async (user: TestUser, body = {}) =>
  (await app.call('POST', '/api/notifications/read', { user, body })).json;

test('marking all as read changes only own notifications', async () => {
  const { fan, other } = await createScenario();
  expect([await unread(fan), await unread(other)]).toEqual([3, 3]);
  expect(await markRead(fan)).toEqual({ marked: 3 });
  expect(await markRead(fan)).toEqual({ marked: 0 });
  expect([await unread(fan), await unread(other)]).toEqual([0, 3]);
});

test('fans who count at the same time each get their own number', async () => {
  const { fan, other, first } = await createScenario();
  const stranger = await app.as('subscriber');
  await markRead(other, { influencerId: first.id });
  const people = Array.from({ length: 10 }, () => [fan, other, stranger]).flat();
  const counts = await Promise.all(people.map(unread));
  expect(counts).toEqual(Array.from({ length: 10 }, () => [3, 2, 0]).flat());
});

test("marking an influencer's posts as read changes only their notifications", async () => {
  const { fan, first } = await createScenario();
  const feed = () => app.call('GET', `/api/feed?influencerId=${first.id}`, { user: fan });
  expect((await feed()).json.posts).toMatchObject([{ unread: true }]);
  expect(await markRead(fan, { influencerId: first.id })).toEqual({ marked: 1 });
  expect(await unread(fan)).toBe(2);
  expect((await feed()).json.posts).toMatchObject([{ unread: false }]);
});

test('the list has the 50 newest notifications, newest first', async () => {
  const { fan, first } = await createScenario();
  await markRead(fan);
  for (let count = 0; count < 49; count++) await publish(app, first, { notify: [fan] });
  const { json } = await app.call('GET', '/api/notifications', { user: fan });
  const { notifications } = notificationListSchema.parse(json);
  expect(notifications).toHaveLength(50);
  expect(notifications[0]).toMatchObject({
    isRead: false,
    readAt: null,
    influencer: { id: first.id },
  });
  expect(notifications[49]).toMatchObject({ isRead: true, readAt: expect.any(String) });
  const instants = notifications.map(({ createdAt }) => createdAt);
  expect(instants).toEqual(instants.toSorted().reverse());
});

test('a long caption is cut for the preview', async () => {
  const { fan, other } = await createScenario();
  await markRead(other);
  const { json } = await app.call('GET', '/api/notifications', { user: fan });
  expect(json.notifications.at(-1).captionPreview).toBe(`${'x'.repeat(150)}…`);
});

const ENDED = { status: 'cancelled', endedAt: new Date(), endReason: 'fan' } as const;
const listed = async (user: TestUser): Promise<string[]> =>
  (await app.call('GET', '/api/notifications', { user })).json.notifications.map(
    ({ influencer }: { influencer: { id: string } }) => influencer.id,
  );

test('notifications of an ended subscription are hidden until the fan subscribes again', async () => {
  const { fan, other, first, second } = await createScenario();
  await app.db
    .update(userSubscriptions)
    .set(ENDED)
    .where(eq(userSubscriptions.influencerId, second.id));
  expect([await unread(fan), await unread(other)]).toEqual([1, 1]);
  expect(await listed(fan)).toEqual([first.id]);
  await subscribe(app, fan, second);
  expect([await unread(fan), await unread(other)]).toEqual([3, 1]);
  expect(await listed(fan)).toEqual([second.id, second.id, first.id]);
});

test('a locked post is not marked as new in the public feed', async () => {
  const { fan, first } = await createScenario();
  const newPosts = async () => {
    const address = `/api/feed/public?influencerId=${first.id}`;
    const { json } = await app.call('GET', address, { user: fan });
    return json.posts.map((post: { unread: boolean }) => post.unread);
  };
  expect(await newPosts()).toEqual([true]);
  await app.db
    .update(userSubscriptions)
    .set(ENDED)
    .where(eq(userSubscriptions.influencerId, first.id));
  expect(await newPosts()).toEqual([false]);
});

test.each([
  ['cancelled until a moment that has passed', { cancelAt: new Date(Date.now() - 1_000) }],
  ['suspended', { status: 'paused' }],
  ['past due', { status: 'past_due', pastDueSince: new Date() }],
] as const)('notifications of a subscription that is %s are hidden', async (_, state) => {
  const { fan, first } = await createScenario();
  await app.db
    .update(userSubscriptions)
    .set(state)
    .where(eq(userSubscriptions.influencerId, first.id));
  expect(await unread(fan)).toBe(2);
  expect(await listed(fan)).not.toContain(first.id);
});

test('notifications of an unpublished post are hidden', async () => {
  const { fan, first } = await createScenario();
  await app.db
    .update(contentPosts)
    .set({ publishedAt: null })
    .where(eq(contentPosts.influencerId, first.id));
  expect(await unread(fan)).toBe(2);
  expect(await listed(fan)).not.toContain(first.id);
});

test('only fans have notifications', async () => {
  const { first } = await createScenario();
  for (const [method, address] of [
    ['GET', '/api/notifications'],
    ['GET', '/api/notifications/unread'],
    ['POST', '/api/notifications/read'],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    expect((await app.call(method, address, { body })).status).toBe(401);
    expect((await app.call(method, address, { user: first, body })).status).toBe(403);
  }
});
