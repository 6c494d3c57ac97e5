import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { notificationListSchema } from '../notifications.schema.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());

async function scene() {
  const [first, second] = [await house.as('influencer'), await house.as('influencer')];
  const [fan, other] = [await house.as('subscriber'), await house.as('subscriber')];
  await subscribe(house, fan, first);
  const notify = [fan, other];
  await publish(house, first, { notify, caption: 'x'.repeat(200) });
  await publish(house, second, { notify });
  await publish(house, second, { notify });
  return { fan, other, first, second };
}

const unread = async (user: TestUser) =>
  (await house.call('GET', '/api/notifications/unread', { user })).json.count;
const markRead = async (user: TestUser, body = {}) =>
  (await house.call('POST', '/api/notifications/read', { user, body })).json;

test('marking all as read touches the own notifications alone', async () => {
  const { fan, other } = await scene();
  expect([await unread(fan), await unread(other)]).toEqual([3, 3]);
  expect(await markRead(fan)).toEqual({ marked: 3 });
  expect(await markRead(fan)).toEqual({ marked: 0 });
  expect([await unread(fan), await unread(other)]).toEqual([0, 3]);
});

test("opening an influencer's posts marks those as read", async () => {
  const { fan, first } = await scene();
  const feed = () => house.call('GET', '/api/feed', { user: fan });
  expect((await feed()).json.posts).toMatchObject([{ unread: true }]);
  expect(await markRead(fan, { influencerId: first.id })).toEqual({ marked: 1 });
  expect(await unread(fan)).toBe(2);
  expect((await feed()).json.posts).toMatchObject([{ unread: false }]);
});

test('the list holds the 50 newest, newest first, with a preview of the caption', async () => {
  const { fan, first } = await scene();
  await markRead(fan);
  for (let count = 0; count < 49; count++) await publish(house, first, { notify: [fan] });
  const { json } = await house.call('GET', '/api/notifications', { user: fan });
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
  const { fan, other } = await scene();
  await markRead(other);
  const { json } = await house.call('GET', '/api/notifications', { user: fan });
  expect(json.notifications.at(-1).captionPreview).toBe(`${'x'.repeat(150)}…`);
});

test('only fans have notifications', async () => {
  const { first } = await scene();
  for (const [method, address] of [
    ['GET', '/api/notifications'],
    ['GET', '/api/notifications/unread'],
    ['POST', '/api/notifications/read'],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    expect((await house.call(method, address, { body })).status).toBe(401);
    expect((await house.call(method, address, { user: first, body })).status).toBe(403);
  }
});
