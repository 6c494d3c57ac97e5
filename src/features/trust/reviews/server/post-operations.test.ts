import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { send } from '#test/back-office/calls.ts';
import { BACK_OFFICE_CHANGES } from '#test/back-office/changes.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { UNUSED_SMTP } from '#test/smtp.ts';
import { POST_OPERATIONS } from './post-operations.testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNUSED_SMTP);
});
afterAll(() => app.close());

const NOTHING = { requiresConsents: false, requiresAgreements: false, requiresReviews: false };
const RULES = {
  'verified people and their consents': { ...NOTHING, requiresConsents: true },
  'an agreement': { ...NOTHING, requiresAgreements: true },
  'an approval': { ...NOTHING, requiresReviews: true },
};

describe.each(Object.entries(RULES))('while posts need %s', (_name, rule) => {
  test.each(POST_OPERATIONS)('%s makes no post visible that lacks it', async (name) => {
    await setPublicationRule(app.db, NOTHING);
    const change = BACK_OFFICE_CHANGES[name]!;
    const user = await app.as(change.by ?? 'staff');
    const influencer = await app.as('influencer');
    const created = await change.make({ app, user, influencer });
    await setPublicationRule(app.db, rule);
    const { influencerId, publishAt, publishedAt, id } = contentPosts;
    const published = async () => {
      const isVisible = and(eq(influencerId, influencer.id), isNotNull(publishedAt));
      const posts = await app.db.select({ id }).from(contentPosts).where(isVisible);
      return posts.map((post) => post.id).toSorted();
    };
    // Posts from before the rule about reviews stay visible.
    const before = await published();
    await send(app, user, name, created);
    // The time of what was scheduled comes.
    await app.db
      .update(contentPosts)
      .set({ publishAt: new Date(0) })
      .where(and(eq(influencerId, influencer.id), isNotNull(publishAt)));
    await publishDuePosts(app.services);
    expect(before).toEqual(expect.arrayContaining(await published()));
  });
});
