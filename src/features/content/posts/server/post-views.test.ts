import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { influencerContent, postViews } from './post-views.table.ts';
import { contentPosts } from './posts.table.ts';

let app: TestApp;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

async function createSubscriber(): Promise<TestUser> {
  const fan = await app.as('subscriber');
  await subscribe(app, fan, influencer);
  return fan;
}

const recordViews = (user: TestUser, ...postIds: string[]) =>
  app.call('POST', '/api/posts/views', { user, body: { postIds } });

async function viewsOf(postId: string, user: TestUser = influencer): Promise<number> {
  const { json } = await app.call('GET', '/api/posts', { user });
  return json.posts.find(({ id }: { id: string }) => id === postId).views;
}

test('a post counts each fan once, also for repeated and concurrent views', async () => {
  const posts = await Promise.all([1, 2, 3].map(() => publish(app, influencer)));
  const [first, second, third] = posts.map(({ id }) => id) as [string, string, string];
  expect(await viewsOf(first)).toBe(0);
  const fans = await Promise.all([createSubscriber(), createSubscriber(), createSubscriber()]);
  const answers = await Promise.all(
    fans.flatMap((fan) => [
      recordViews(fan, first, second),
      recordViews(fan, second, first),
      recordViews(fan, first),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await recordViews(fans[0]!, first, third);
  expect(await Promise.all([viewsOf(first), viewsOf(second), viewsOf(third)])).toEqual([3, 3, 1]);
  expect(await viewsOf(first, await app.as('staff'))).toBe(3);
});

test('a view without the right to view does not count; other posts of the request do', async () => {
  const published = await publish(app, influencer);
  const scheduled = await publish(app, influencer, {
    publishAt: new Date(Date.now() + 86_400_000),
    publishedAt: null,
  });
  await recordViews(await app.as('subscriber'), published.id);
  for (const role of ['admin', 'staff'] as const) {
    expect((await recordViews(await app.as(role), published.id)).status).toBe(403);
  }
  expect((await recordViews(influencer, published.id)).status).toBe(403);
  expect(await viewsOf(published.id)).toBe(0);
  const fan = await createSubscriber();
  expect((await recordViews(fan, scheduled.id, randomUUID(), published.id)).status).toBe(200);
  expect(await viewsOf(scheduled.id)).toBe(0);
  expect(await viewsOf(published.id)).toBe(1);
});

test('views of a deleted fan stay counted; the views of a deleted post are deleted', async () => {
  const { id } = await publish(app, influencer);
  const fan = await createSubscriber();
  await recordViews(fan, id);
  await app.call('DELETE', `/api/users/${fan.id}`, { user: await app.as('admin') });
  expect((await app.db.select().from(postViews).where(eq(postViews.postId, id))).length).toBe(0);
  expect(await viewsOf(id)).toBe(1);
  await app.db.delete(contentPosts).where(eq(contentPosts.id, id));
  expect(
    (await app.db.select().from(influencerContent).where(eq(influencerContent.postId, id))).length,
  ).toBe(0);
});
