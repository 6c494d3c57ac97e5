import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { influencerContent, postViews } from './post-views.table.ts';
import { contentPosts } from './posts.table.ts';

let house: TestApp;
let influencer: TestUser;
beforeAll(async () => {
  house = await createTestApp();
  influencer = await house.as('influencer');
});
afterAll(() => house.close());

async function follower(): Promise<TestUser> {
  const fan = await house.as('subscriber');
  await subscribe(house, fan, influencer);
  return fan;
}

const see = (user: TestUser, ...postIds: string[]) =>
  house.call('POST', '/api/posts/views', { user, body: { postIds } });

async function viewsOf(postId: string, user: TestUser = influencer): Promise<number> {
  const { json } = await house.call('GET', '/api/posts', { user });
  return json.posts.find(({ id }: { id: string }) => id === postId).views;
}

test('a post counts each fan who sees it once, however often and at once they do', async () => {
  const posts = await Promise.all([1, 2, 3].map(() => publish(house, influencer)));
  const [first, second, third] = posts.map(({ id }) => id) as [string, string, string];
  expect(await viewsOf(first)).toBe(0);
  const fans = await Promise.all([follower(), follower(), follower()]);
  const answers = await Promise.all(
    fans.flatMap((fan) => [see(fan, first, second), see(fan, second, first), see(fan, first)]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await see(fans[0]!, first, third);
  expect(await Promise.all([viewsOf(first), viewsOf(second), viewsOf(third)])).toEqual([3, 3, 1]);
  expect(await viewsOf(first, await house.as('staff'))).toBe(3);
});

test('nobody counts who may not see the post; what they may see counts beside it', async () => {
  const published = await publish(house, influencer);
  const scheduled = await publish(house, influencer, {
    publishAt: new Date(Date.now() + 86_400_000),
    publishedAt: null,
  });
  await see(await house.as('subscriber'), published.id);
  for (const role of ['admin', 'staff'] as const) {
    expect((await see(await house.as(role), published.id)).status).toBe(403);
  }
  expect((await see(influencer, published.id)).status).toBe(403);
  expect(await viewsOf(published.id)).toBe(0);
  const fan = await follower();
  expect((await see(fan, scheduled.id, randomUUID(), published.id)).status).toBe(200);
  expect(await viewsOf(scheduled.id)).toBe(0);
  expect(await viewsOf(published.id)).toBe(1);
});

test('a fan who is gone stays counted; a deleted post takes its views with it', async () => {
  const { id } = await publish(house, influencer);
  const fan = await follower();
  await see(fan, id);
  await house.call('DELETE', `/api/users/${fan.id}`, { user: await house.as('admin') });
  expect((await house.db.select().from(postViews).where(eq(postViews.postId, id))).length).toBe(0);
  expect(await viewsOf(id)).toBe(1);
  await house.db.delete(contentPosts).where(eq(contentPosts.id, id));
  expect(
    (await house.db.select().from(influencerContent).where(eq(influencerContent.postId, id)))
      .length,
  ).toBe(0);
});
