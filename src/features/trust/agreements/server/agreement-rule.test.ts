import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import {
  setPublicationRule,
  takeDownWithoutAgreement,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { agreementVersions } from './agreements.table.ts';
import { COUNTERSIGNED, insertSigned, makeSigner, publishVersion } from './agreements.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let versionId: string;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  await app.db.execute(sql`truncate signed_agreements, agreement_versions cascade`);
  influencer = await app.as('influencer');
  versionId = await publishVersion(app);
  await setRule(true);
});
afterAll(() => app.close());

const setRule = (requiresAgreements: boolean) =>
  setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements,
    requiresReviews: false,
  });
const DAY = 86_400_000;
const yesterday = () => new Date(Date.now() - DAY).toISOString().slice(0, 10);

async function addDuePost() {
  const [post] = await app.db
    .insert(contentPosts)
    .values({
      caption: 'A post',
      category: 'Cosplay',
      aiUse: 'none',
      influencerId: influencer.id,
      publishAt: new Date(Date.now() - 60_000),
    })
    .returning({ id: contentPosts.id });
  await createUploadedFile(app, staff, { postId: post!.id, displayOrder: 0, state: 'ready' });
  return post!.id;
}
async function isPublished(id: string): Promise<boolean> {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!.publishedAt !== null;
}
/** The influencer signs, and the agency too unless the argument says otherwise. */
async function signBoth(isCountersigned = true) {
  const performerId = await makeSigner(app, influencer);
  const signed = { performerId, influencerId: influencer.id, versionId };
  return insertSigned(app, signed, isCountersigned ? COUNTERSIGNED : {});
}
const publish = (id: string) => publishDuePosts(app.services).then(() => isPublished(id));

/** Ends what was signed before: a later version had to be signed by yesterday. */
const endSignatures = () =>
  publishVersion(app, 'creator-agreement', {
    publishedAt: new Date(Date.now() - 9 * DAY),
    signBy: yesterday(),
  });

describe('with the rule', () => {
  test.each([
    ['nothing', async () => {}],
    ['a signature of the influencer alone', () => signBoth(false)],
    [
      'a signature that has ended',
      async () => {
        await signBoth();
        await endSignatures();
      },
    ],
  ])('a post is not published with %s', async (_, prepare) => {
    await prepare();
    const id = await addDuePost();
    expect(await publish(id)).toBe(false);
    await expect(
      app.db.update(contentPosts).set({ publishedAt: new Date() }).where(eq(contentPosts.id, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'content_posts_publishable' } });
    const query = `/api/posts?state=blocked&influencerId=${influencer.id}`;
    const { json } = await app.call('GET', query, { user: staff });
    const blocked = { performerId: null, obstacle: 'no-agreement' };
    expect(json.posts).toMatchObject([{ id, obstacles: [blocked] }]);
  });

  test('a scheduled post waits for the countersignature, and is published then', async () => {
    const agreement = await signBoth(false);
    const id = await addDuePost();
    expect(await publish(id)).toBe(false);
    const admin = await app.as('admin');
    const { rows } = await app.db.execute<{ name: string }>(
      sql`select name from users where id = ${admin.id}`,
    );
    const body = { ids: [agreement], name: rows[0]!.name };
    await app.call('POST', '/api/signed-agreements/countersign', { user: admin, body });
    expect(await publish(id)).toBe(true);
  });

  test('posts are taken down when the agreement ends, and return with a new one', async () => {
    await signBoth();
    const id = await addDuePost();
    expect(await publish(id)).toBe(true);
    const later = await endSignatures();
    expect(await isPublished(id)).toBe(true);
    await takeDownWithoutAgreement(app.db);
    expect(await isPublished(id)).toBe(false);
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select id from performers where influencer_id = ${influencer.id}`,
    );
    const signed = { performerId: rows[0]!.id, influencerId: influencer.id, versionId: later };
    await insertSigned(app, signed, COUNTERSIGNED);
    expect(await publish(id)).toBe(true);
  });

  test('to turn it on takes down the posts without an agreement', async () => {
    await setRule(false);
    const id = await addDuePost();
    expect(await publish(id)).toBe(true);
    await setRule(true);
    expect(await isPublished(id)).toBe(false);
  });

  test('the checklist for going live asks for the agreement', async () => {
    const path = `/api/influencers/${influencer.id}`;
    const missing = async () =>
      (await app.call('GET', path, { user: staff })).json.isAgreementMissing;
    expect(await missing()).toBe(true);
    await signBoth();
    expect(await missing()).toBe(false);
    await setRule(false);
    expect(await missing()).toBeNull();
  });
});

test('without the rule, nothing is needed, and a later version without a day ends nothing', async () => {
  await setRule(false);
  expect(await publish(await addDuePost())).toBe(true);
  await setRule(true);
  await signBoth();
  await publishVersion(app);
  expect(await app.db.select().from(agreementVersions)).toHaveLength(2);
  expect(await publish(await addDuePost())).toBe(true);
});
