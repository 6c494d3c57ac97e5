import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#src/lib/roles.ts';
import type { Actor } from '#src/platform/operation.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { postPageSchema } from '../posts.schema.ts';

let house: TestApp;
beforeAll(async () => {
  house = await createTestApp();
});
afterAll(() => house.close());

async function listPosts({ id, email }: TestUser, role: Role) {
  const actor: Actor = { userId: id, sessionId: 'session', role, email, fullName: '' };
  const { text } = await house.postPages.listPosts(actor, {});
  return postPageSchema.parse(JSON.parse(text)).posts;
}

test('the back office sees every post open, an influencer only their own', async () => {
  const influencer = await house.as('influencer');
  const own = await publish(house, influencer);
  const foreign = await publish(house, await house.as('influencer'));
  const expected = [foreign, own].map(({ id, mediaId }) => ({
    id,
    locked: false,
    media: [{ source: { id: mediaId } }],
  }));
  for (const role of ['admin', 'staff'] as const) {
    expect(await listPosts(await house.as(role), role)).toMatchObject(expected);
  }
  expect(await listPosts(influencer, 'influencer')).toMatchObject([expected[1]!]);
});
