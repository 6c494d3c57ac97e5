import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { send } from '#test/back-office/calls.ts';
import { BACK_OFFICE_CHANGES } from '#test/back-office/changes.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
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

const { influencerId, publishAt, publishedAt, id } = contentPosts;

async function listVisible({ id: of }: TestUser): Promise<string[]> {
  const isVisible = and(eq(influencerId, of), isNotNull(publishedAt));
  const posts = await app.db.select({ id }).from(contentPosts).where(isVisible);
  return posts.map((post) => post.id);
}

/** What an operation works on, made while posts need nothing. */
async function prepare(name: string) {
  const change = BACK_OFFICE_CHANGES[name]!;
  const user = await app.as(change.by ?? 'staff');
  const influencer = await app.as('influencer');
  const created = await change.make({ app, user, influencer });
  // Posts from before the rule about reviews stay visible.
  return { name, user, influencer, created, before: new Set(await listVisible(influencer)) };
}

test.each(Object.entries(RULES))(
  'while posts need %s, no operation makes one visible that lacks it',
  async (_name, rule) => {
    await setPublicationRule(app.db, NOTHING);
    const prepared = await Promise.all(POST_OPERATIONS.map(prepare));
    await setPublicationRule(app.db, rule);
    await Promise.all(prepared.map(({ name, user, created }) => send(app, user, name, created)));
    // The time of what was scheduled comes.
    await app.db
      .update(contentPosts)
      .set({ publishAt: new Date(0) })
      .where(isNotNull(publishAt));
    await publishDuePosts(app.services);
    for (const { name, influencer, before } of prepared) {
      const visible = await listVisible(influencer);
      expect([name, visible.filter((post) => !before.has(post))]).toEqual([name, []]);
    }
  },
);
