import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import {
  blockedFiles,
  heldFiles,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import {
  giveConsent,
  registerInfluencer,
  verify,
} from '#src/features/content/consents/server/consents.testing.ts';
import { hidePost, restorePost } from '#src/features/content/posts/server/hidden-posts.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { publish } from '#test/posts.ts';
import { postReviews } from './post-reviews.table.ts';
import { addScheduledPost, insertReview } from './reviews.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let blockedFileId: string;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await app.as('admin');
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
  await registerInfluencer(app, influencer);
  // Not the first post of the influencer, which would be flagged.
  await publish(app, influencer);
  const body = { term: 'Lantern', level: 'refuse' };
  await app.call('POST', '/api/banned-terms', { user: admin, body });
  const block = { source: 'list', name: 'Partner', reason: 'Listed', hashCount: 1 } as const;
  const [stored] = await app.db.insert(blockedFiles).values(block).returning();
  blockedFileId = stored!.id;
  await setPublicationRule(app.db, {
    requiresConsents: true,
    requiresAgreements: false,
    requiresReviews: true,
  });
});
afterAll(() => app.close());

const CO_REVIEWERS = [randomUUID(), randomUUID()];

/** What the events have made of a post and of the person in it, as its readers understand the rules. */
type Model = {
  id: string;
  mediaId: string;
  performerId: string;
  isVerified: boolean;
  consent: 'given' | 'withdrawn' | 'none';
  isHeld: boolean;
  /** The content of each decision when it was made. */
  decided: Map<string, string>;
};

const readPost = async ({ id }: Model) => {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  const people = await app.db.select().from(postPeople).where(eq(postPeople.postId, id));
  return { ...post!, hasPerson: people.length > 0 };
};
const contentOf = async (model: Model) => {
  const { caption, aiUse, hasPerson } = await readPost(model);
  return JSON.stringify([caption, aiUse === 'none' ? null : aiUse, hasPerson]);
};

/** Whether the newest decision about the present content is an approval, by enough people. */
async function isApproved(model: Model): Promise<boolean> {
  const content = await contentOf(model);
  const decisions = await app.db
    .select()
    .from(postReviews)
    .where(and(eq(postReviews.postId, model.id), isNull(postReviews.undoneAt)))
    .orderBy(desc(postReviews.position));
  const needed = decisions.some(({ decision }) => decision === 'rejected') ? 2 : 1;
  const own = decisions.filter(({ id }) => model.decided.get(id) === content);
  const refused = own.findIndex(({ decision }) => decision !== 'approved');
  const approvals = refused === -1 ? own : own.slice(0, refused);
  return new Set(approvals.map(({ decidedBy }) => decidedBy)).size >= needed;
}

async function mayBeVisible(model: Model): Promise<boolean> {
  const { publishAt, hiddenAt, caption, hasPerson } = await readPost(model);
  const isPersonReady = model.isVerified && model.consent === 'given';
  if (!publishAt || hiddenAt || caption === 'Lantern') return false;
  return !model.isHeld && (!hasPerson || isPersonReady) && (await isApproved(model));
}

type Step = (model: Model) => Promise<unknown>;
const change =
  (values: Partial<typeof contentPosts.$inferInsert>): Step =>
  ({ id }) =>
    app.db.update(contentPosts).set(values).where(eq(contentPosts.id, id));
const edit =
  (values: object): Step =>
  async (model) => {
    const { version, caption, category, aiUse } = await readPost(model);
    const body = { version, caption, category, aiUse, ...values };
    await app.call('PATCH', `/api/posts/${model.id}`, { user: staff, body });
  };
const decide =
  (decision: 'approved' | 'rejected' | 'changes-requested', by = 0): Step =>
  async (model) => {
    const content = await contentOf(model);
    const decidedBy = CO_REVIEWERS[by]!;
    model.decided.set(await insertReview(app, model.id, { decision, decidedBy }), content);
  };

const STEPS: Record<string, Step> = {
  'publishing now': async (model) => {
    const { version, caption, category, aiUse } = await readPost(model);
    const content = { caption, category, aiUse, influencerId: influencer.id };
    const body = { ...content, mediaIds: [model.mediaId], version };
    await app.call('POST', `/api/posts/${model.id}/publish`, { user: staff, body });
  },
  'publishing many': ({ id }) =>
    app.call('POST', '/api/posts/publish', { user: staff, body: { ids: [id] } }),
  'publication by SQL': ({ id }) =>
    app.db
      .update(contentPosts)
      .set({ publishedAt: sql`now()` })
      .where(eq(contentPosts.id, id)),
  'a new time by SQL': ({ id }) =>
    app.db
      .update(contentPosts)
      .set({ publishAt: sql`now()` })
      .where(eq(contentPosts.id, id)),
  'back to draft': ({ id }) =>
    app.call('POST', '/api/posts/unschedule', { user: staff, body: { ids: [id] } }),
  'another caption': edit({ caption: 'Another' }),
  'the old caption': edit({ caption: 'A post' }),
  'a banned caption': edit({ caption: 'Lantern' }),
  'a banned caption by SQL': change({ caption: 'Lantern' }),
  'another label': edit({ aiUse: 'generated' }),
  'the old label': edit({ aiUse: 'none' }),
  'no label by SQL': change({ aiUse: null }),
  'a person': ({ id: postId, performerId }) =>
    app.db.insert(postPeople).values({ postId, performerId }).onConflictDoNothing(),
  'no person': ({ id }) => app.db.delete(postPeople).where(eq(postPeople.postId, id)),
  'a check': async (model) => {
    await verify(app, model.performerId);
    model.isVerified = true;
  },
  'a rejected check': async (model) => {
    await verify(app, model.performerId, { status: 'rejected' });
    model.isVerified = false;
  },
  'a consent': async (model) => {
    await giveConsent(app, model.performerId, influencer.id);
    model.consent = 'given';
  },
  'a withdrawal': async (model) => {
    const withdrawn = await app.db
      .update(consents)
      .set({ withdrawnAt: sql`clock_timestamp()`, withdrawalReason: 'No longer' })
      .where(and(eq(consents.performerId, model.performerId), isNull(consents.withdrawnAt)))
      .returning();
    if (withdrawn.length > 0) model.consent = 'withdrawn';
  },
  'an approval': decide('approved'),
  'an approval by somebody else': decide('approved', 1),
  'a rejection': decide('rejected'),
  'a request for changes': decide('changes-requested'),
  'an undo': ({ id }) =>
    app.db
      .update(postReviews)
      .set({ undoneAt: new Date() })
      .where(
        eq(
          postReviews.id,
          sql`(select id from post_reviews where post_id = ${id} and undone_at is null
          order by position desc limit 1)`,
        ),
      ),
  'a complaint': ({ id }) => app.db.transaction((tx) => hidePost(tx, id)),
  'its end': ({ id }) => app.db.transaction((tx) => restorePost(tx, id)),
  'a match with a list': async (model) => {
    const { mediaId } = model;
    const held = { releasedAt: null, releasedBy: null, releaseReason: null };
    await app.db
      .insert(heldFiles)
      .values({ mediaId, blockedFileId })
      .onConflictDoUpdate({ target: [heldFiles.mediaId, heldFiles.blockedFileId], set: held });
    model.isHeld = true;
  },
  'its release': async (model) => {
    const released = { releasedAt: new Date(), releaseReason: 'Another picture' };
    await app.db.update(heldFiles).set(released).where(eq(heldFiles.mediaId, model.mediaId));
    model.isHeld = false;
  },
};

/** A published post with a person, which nothing prevents. */
async function begin(): Promise<Model> {
  const post = await addScheduledPost(app, influencer, staff);
  const performerId = await insertPerformer(app.db, influencer.id);
  const model: Model = {
    ...post,
    performerId,
    isVerified: false,
    consent: 'none',
    isHeld: false,
    decided: new Map(),
  };
  for (const name of ['a person', 'a check', 'a consent', 'an approval'] as const) {
    await STEPS[name]!(model);
  }
  await publishDuePosts(app.services);
  expect((await readPost(model)).publishedAt).not.toBeNull();
  return model;
}

test('no order of events makes a post visible that may not be, nor keeps it visible', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 6, maxLength: 12 }),
      async (names) => {
        const model = await begin();
        for (const name of names) {
          // Refused by an operation, or by the database.
          await STEPS[name]!(model).catch(() => {});
          const isVisible = (await readPost(model)).publishedAt !== null;
          const isRight = !isVisible || (await mayBeVisible(model));
          expect([name, isRight]).toEqual([name, true]);
        }
        await publishDuePosts(app.services);
        const isVisible = (await readPost(model)).publishedAt !== null;
        expect(isVisible).toBe(await mayBeVisible(model));
        await app.db.delete(contentPosts).where(eq(contentPosts.id, model.id));
      },
    ),
    { numRuns: isLong ? 400 : 12 },
  );
}, 600_000);
