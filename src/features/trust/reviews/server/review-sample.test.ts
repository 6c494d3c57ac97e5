import { hash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { addScheduledPost, insertReview } from './reviews.testing.ts';

let app: TestApp;
let staff: TestUser;
let [trusted, newcomer, returned]: TestUser[] = [];
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  [trusted, newcomer, returned] = await Promise.all([
    app.as('influencer'),
    app.as('influencer'),
    app.as('influencer'),
  ]);
  for (const [user, approved] of [
    [trusted!, 20],
    [newcomer!, 19],
    [returned!, 20],
  ] as const) {
    await publish(app, user);
    for (let count = 0; count < approved; count += 1) {
      const { id } = await addScheduledPost(app, user, staff, {
        publishAt: new Date('2100-01-01'),
      });
      await insertReview(app, id, { decision: 'approved' });
    }
  }
  const { id } = await addScheduledPost(app, returned!, staff);
  await insertReview(app, id, { decision: 'changes-requested' });
});
afterAll(() => app.close());

const setSample = (sampledPercent: number | null) =>
  setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: false,
    requiresReviews: true,
    sampledPercent,
  });

/** The place of a post among a hundred, of which the sample contains the first ones. */
const placeOf = (id: string) => parseInt(hash('sha256', id).slice(0, 7), 16) % 100;
function newIdAt(place: number): string {
  const id = randomUUID();
  return placeOf(id) === place ? id : newIdAt(place);
}
/** A due post at the place 42. */
const addPost = async (of: TestUser, values: Partial<typeof contentPosts.$inferInsert> = {}) =>
  (await addScheduledPost(app, of, staff, { ...values, id: newIdAt(42) })).id;
async function isPublished(id: string): Promise<boolean> {
  await publishDuePosts(app.services);
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!.publishedAt !== null;
}

test.each([
  ['nothing', null, false],
  ['43 percent', 43, false],
  ['42 percent', 42, true],
  ['1 percent', 1, true],
])(
  'with a sample of %s, a post of a trusted influencer at the place 42 needs no review: %s',
  async (_name, percent, isFree) => {
    await setSample(percent);
    const id = await addPost(trusted!);
    expect(await isPublished(id)).toBe(isFree);
    // Reports count what was published without a review.
    const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    expect(post!.unsampledAt).toEqual(isFree ? post!.publishedAt : null);
  },
);

test.each([
  ['of an influencer with fewer than twenty approved posts', () => addPost(newcomer!)],
  ['of an influencer with a post that was returned', () => addPost(returned!)],
  ['if AI made the post', () => addPost(trusted!, { aiUse: 'altered' })],
  [
    'if the post was approved, and then changed',
    async () => {
      const id = await addPost(trusted!);
      await insertReview(app, id, { decision: 'approved' });
      await app.db.update(contentPosts).set({ caption: 'Other' }).where(eq(contentPosts.id, id));
      return id;
    },
  ],
  [
    'if the caption contains a flagged term',
    async () => {
      const admin = await app.as('admin');
      const body = { term: 'Lantern', level: 'flag' };
      await app.call('POST', '/api/banned-terms', { user: admin, body });
      return addPost(trusted!, { caption: 'A lantern' });
    },
  ],
])('every post is reviewed %s', async (_name, add) => {
  await setSample(1);
  expect(await isPublished(await add())).toBe(false);
});

test('a post outside the sample can be rejected before its time, which ends the trust', async () => {
  await setSample(1);
  const id = await addPost(trusted!, { publishAt: new Date('2100-01-01') });
  await insertReview(app, id, { decision: 'rejected' });
  await app.db
    .update(contentPosts)
    .set({ publishAt: new Date(0) })
    .where(eq(contentPosts.id, id));
  expect(await isPublished(id)).toBe(false);
  expect(await isPublished(await addPost(trusted!))).toBe(false);
});
