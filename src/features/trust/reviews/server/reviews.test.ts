import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoPerformer } from '#src/features/content/consents/server/consents.testing.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { hidePost, restorePost } from '#src/features/content/posts/server/hidden-posts.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  publishDuePosts,
  publishWhenReady,
} from '#src/features/content/posts/server/publishing.ts';
import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish } from '#test/posts.ts';
import { postReviews } from './post-reviews.table.ts';
import { addScheduledPost, insertReview, passUndoTime } from './reviews.testing.ts';

let app: TestApp;
let author: TestUser;
let [first, second]: TestUser[] = [];
let influencer: TestUser;
let flagged: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [author, first, second] = [await app.as('staff'), await app.as('staff'), await app.as('admin')];
  [influencer, flagged] = [await app.as('influencer'), await app.as('influencer')];
  await publish(app, influencer);
  await publish(app, flagged);
  const removed = { outcome: 'removed', policy: 'terms', decisionText: 'Prohibited' } as const;
  await addComplaint(app, { influencerId: flagged.id, decidedAt: new Date(), ...removed });
  await setRule(true);
});
afterAll(() => app.close());

const setRule = (requiresReviews: boolean) =>
  setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: false,
    requiresReviews,
  });

const addPost = (values: Partial<typeof contentPosts.$inferInsert> = {}, of = influencer) =>
  addScheduledPost(app, of, author, values);

async function isPublished(id: string): Promise<boolean> {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!.publishedAt !== null;
}
const attempt = (run: Promise<unknown>) => run.then(() => true).catch(() => false);

async function stateOf(id: string): Promise<PostReviewState> {
  const { rows } = await app.db.execute<{ state: PostReviewState }>(sql`
    select r.state from ${contentPosts} p, post_review(p.id, p.influencer_id, p.caption, p.ai_use) r where p.id = ${id}`);
  return rows[0]!.state;
}
const read = (id: string, user = first!) => app.call('GET', `/api/post-reviews/${id}`, { user });

const DECISIONS = {
  approve: { decision: 'approved' },
  'request changes': { decision: 'changes-requested', policy: 'quality', note: 'Too dark' },
  reject: { decision: 'rejected', policy: 'prohibited' },
} as const;

async function decide(id: string, decision: keyof typeof DECISIONS, user = first!) {
  const { json } = await read(id, user);
  const { contentHash } = json;
  const body = await withPolicyVersion(app, 'review', { ...DECISIONS[decision], contentHash });
  return app.call('POST', `/api/post-reviews/${id}`, { user, body });
}

type Prepare = () => Promise<{ id: string; mediaId: string }>;
/** Without a sample. */
type State = Exclude<PostReviewState, 'not-sampled'>;
const inState = (state: State): Prepare => {
  const decided = (decision: 'approved' | 'changes-requested' | 'rejected') => async () => {
    const post = await addPost();
    await insertReview(app, post.id, { decision });
    return post;
  };
  if (state === 'waiting') return () => addPost();
  if (state !== 'second-review') return decided(state);
  return async () => {
    const post = await addPost({}, flagged);
    await insertReview(app, post.id, { decision: 'approved', decidedBy: first!.id });
    return post;
  };
};

describe('every decision in every state', () => {
  const REFUSED = null;
  type Row = [
    from: State,
    decision: keyof typeof DECISIONS,
    by: 'another' | 'author' | 'first',
    to: State | null,
  ];
  const rows: Row[] = [
    ['waiting', 'approve', 'another', 'approved'],
    ['waiting', 'approve', 'author', REFUSED],
    ['waiting', 'request changes', 'another', 'changes-requested'],
    ['waiting', 'request changes', 'author', 'changes-requested'],
    ['waiting', 'reject', 'another', 'rejected'],
    ['waiting', 'reject', 'author', 'rejected'],
    ['second-review', 'approve', 'another', 'approved'],
    ['second-review', 'approve', 'first', REFUSED],
    ['second-review', 'approve', 'author', REFUSED],
    ['second-review', 'request changes', 'another', 'changes-requested'],
    ['second-review', 'reject', 'first', 'rejected'],
    ['approved', 'approve', 'another', REFUSED],
    ['approved', 'approve', 'author', REFUSED],
    ['approved', 'request changes', 'another', 'changes-requested'],
    ['approved', 'reject', 'another', 'rejected'],
    ['changes-requested', 'approve', 'another', 'approved'],
    ['changes-requested', 'approve', 'author', REFUSED],
    ['changes-requested', 'request changes', 'another', REFUSED],
    ['changes-requested', 'reject', 'another', 'rejected'],
    // A rejection makes the next approval need a second person.
    ['rejected', 'approve', 'another', 'second-review'],
    ['rejected', 'approve', 'author', REFUSED],
    ['rejected', 'request changes', 'another', 'changes-requested'],
    ['rejected', 'reject', 'another', REFUSED],
  ];
  test.each(rows)('%s: to %s by %s leads to %s', async (from, decision, by, to) => {
    const { id } = await inState(from)();
    const user = { another: second!, author, first: first! }[by];
    const { status } = await decide(id, decision, user);
    expect({ status, state: await stateOf(id) }).toEqual({
      status: to === REFUSED ? 409 : 200,
      state: to ?? from,
    });
  });

  test.each([
    ['a draft', { publishAt: null }],
    ['a hidden post', { hiddenAt: new Date() }],
  ])('%s is not reviewed', async (_name, values) => {
    const { id } = await addPost(values);
    const body = { ...DECISIONS.approve, contentHash: 'any' };
    const { status } = await app.call('POST', `/api/post-reviews/${id}`, { user: first!, body });
    expect([status, (await read(id)).status]).toEqual([409, 404]);
  });

  test('a post that does not say whether AI was used cannot be approved', async () => {
    const { id } = await addPost({ aiUse: null });
    const refused = await decide(id, 'approve');
    expect(refused.json.detail).toContain('doesn’t say whether AI was used');
  });

  test('files in progress cannot be approved', async () => {
    const { id, mediaId } = await addPost();
    await app.db
      .update(contentMedia)
      .set({ state: 'processing' })
      .where(eq(contentMedia.id, mediaId));
    expect((await decide(id, 'approve')).json.code).toBe('not-allowed-in-state');
  });
});

type Post = { id: string; mediaId: string };
const body = (mediaId: string) => ({
  caption: 'A post',
  category: 'Cosplay',
  aiUse: 'none',
  influencerId: influencer.id,
  mediaIds: [mediaId],
  version: 1,
});

const WAYS: Record<string, (post: Post) => Promise<unknown>> = {
  'the job for scheduled posts': () => publishDuePosts(app.services),
  'publishing now': ({ id, mediaId }) =>
    app.call('POST', `/api/posts/${id}/publish`, { user: author, body: body(mediaId) }),
  'publishing many': ({ id }) =>
    app.call('POST', '/api/posts/publish', { user: author, body: { ids: [id] } }),
  'a file that becomes ready': ({ id, mediaId }) =>
    app.db.transaction(async (tx) => {
      await tx.update(contentMedia).set({ state: 'ready' }).where(eq(contentMedia.id, mediaId));
      await publishWhenReady(tx, app.jobs, id);
    }),
  'an update by SQL': ({ id }) =>
    app.db.update(contentPosts).set({ publishedAt: new Date() }).where(eq(contentPosts.id, id)),
  'a complaint that ends': async ({ id }) => {
    await app.db.transaction((tx) => hidePost(tx, id));
    await app.db
      .update(contentPosts)
      .set({ lastPublishedAt: new Date() })
      .where(eq(contentPosts.id, id));
    await app.db.transaction((tx) => restorePost(tx, id));
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, run) => {
  const STATES: [State, boolean][] = [
    ['waiting', false],
    ['approved', true],
    ['changes-requested', false],
    ['rejected', false],
  ];
  test.each(STATES)('publishes a post whose review is %s: %s', async (state, isAllowed) => {
    const post = await inState(state)();
    await attempt(run(post));
    expect(await isPublished(post.id)).toBe(isAllowed);
  });
});

test('a flagged post is published with the second approval', async () => {
  const { id } = await inState('second-review')();
  await publishDuePosts(app.services);
  expect(await isPublished(id)).toBe(false);
  await decide(id, 'approve', second);
  await passUndoTime(app, id);
  await publishDuePosts(app.services);
  expect(await isPublished(id)).toBe(true);
});

describe('a change after the approval', () => {
  const approved = inState('approved');
  const CHANGES: Record<string, (post: Post) => Promise<unknown>> = {
    'of the caption': ({ id }) =>
      app.call('PATCH', `/api/posts/${id}`, {
        user: author,
        body: { caption: 'Another', category: 'Cosplay', aiUse: 'none', version: 1 },
      }),
    'of the caption by SQL': ({ id }) =>
      app.db.update(contentPosts).set({ caption: 'Another' }).where(eq(contentPosts.id, id)),
    'of the label': ({ id }) =>
      app.call('PUT', '/api/posts/ai-use', {
        user: author,
        body: { ids: [id], aiUse: 'generated' },
      }),
    'of the label by SQL': ({ id }) =>
      app.db.update(contentPosts).set({ aiUse: 'altered' }).where(eq(contentPosts.id, id)),
    'of the people': async ({ id }) =>
      app.call('PATCH', `/api/posts/${id}`, {
        user: author,
        body: {
          caption: 'A post',
          category: 'Cosplay',
          aiUse: 'none',
          version: 1,
          performerIds: [await addCoPerformer(app, influencer)],
        },
      }),
    'of the people by SQL': async ({ id }) =>
      app.db
        .insert(postPeople)
        .values({ postId: id, performerId: await addCoPerformer(app, influencer) }),
    'of the files by SQL': ({ id }) =>
      createUploadedFile(app, author, { postId: id, displayOrder: 1, state: 'ready' }),
    'that deletes a file': ({ id, mediaId }) =>
      createUploadedFile(app, author, { postId: id, displayOrder: 1, state: 'ready' }).then(() =>
        app.db.delete(contentMedia).where(eq(contentMedia.id, mediaId)),
      ),
  };
  test.each(Object.entries(CHANGES))('%s needs another review', async (_name, change) => {
    const post = await approved();
    await change(post);
    expect(await stateOf(post.id)).toBe('waiting');
    await publishDuePosts(app.services);
    expect(await isPublished(post.id)).toBe(false);
  });

  test.each(Object.entries(CHANGES))('%s takes a published post down', async (_name, change) => {
    const post = await approved();
    await publishDuePosts(app.services);
    expect(await isPublished(post.id)).toBe(true);
    await change(post);
    expect(await isPublished(post.id)).toBe(false);
  });

  test('of the category needs no other review', async () => {
    const { id } = await approved();
    await publishDuePosts(app.services);
    const change = { caption: 'A post', category: 'Fitness', aiUse: 'none', version: 1 };
    await app.call('PATCH', `/api/posts/${id}`, { user: author, body: change });
    expect(await isPublished(id)).toBe(true);
  });

  test('is reviewed by somebody else, and the post returns at its old time', async () => {
    const { id } = await approved();
    await publishDuePosts(app.services);
    const before = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    const change = { caption: 'Another', category: 'Cosplay', aiUse: 'none', version: 1 };
    await app.call('PATCH', `/api/posts/${id}`, { user: first!, body: change });
    expect((await decide(id, 'approve', first)).status).toBe(409);
    expect((await decide(id, 'approve', author)).status).toBe(200);
    await passUndoTime(app, id);
    await publishDuePosts(app.services);
    const after = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    expect(after[0]!.publishedAt).toEqual(before[0]!.publishedAt);
  });
});

test('a decision about another content than was shown is refused', async () => {
  const { id } = await addPost();
  const { contentHash } = (await read(id)).json;
  await app.db.update(contentPosts).set({ caption: 'Another' }).where(eq(contentPosts.id, id));
  const reviewed = { user: first!, body: { decision: 'approved', contentHash } };
  expect((await app.call('POST', `/api/post-reviews/${id}`, reviewed)).json.code).toBe('conflict');
  await expect(insertReview(app, id, { decision: 'approved', contentHash })).rejects.toMatchObject({
    cause: { constraint: 'post_reviews_present_content' },
  });
  await expect(
    insertReview(app, id, { decision: 'approved', decidedBy: author.id }),
  ).rejects.toMatchObject({ cause: { constraint: 'post_reviews_by_another' } });
});

describe('an undo', () => {
  const undo = (id: string, reviewId: string, user = first!) =>
    app.call('POST', `/api/post-reviews/${id}/undo`, { user, body: { reviewId } });

  test('restores the state, and nothing is published before it is too late', async () => {
    const { id } = await addPost();
    const { json } = await decide(id, 'approve');
    await publishDuePosts(app.services);
    expect(await isPublished(id)).toBe(false);
    expect((await undo(id, json.reviewId, second)).status).toBe(409);
    expect((await undo(id, json.reviewId)).status).toBe(200);
    expect(await stateOf(id)).toBe('waiting');
    expect((await undo(id, json.reviewId)).status).toBe(409);
  });

  test('is refused after the time, and after another decision', async () => {
    const { id } = await addPost();
    const { json } = await decide(id, 'approve');
    await decide(id, 'reject', second);
    expect((await undo(id, json.reviewId)).status).toBe(409);
    const late = await addPost();
    const approved = await decide(late.id, 'approve');
    await passUndoTime(app, late.id);
    expect((await undo(late.id, approved.json.reviewId)).status).toBe(409);
  });
});

test('decisions are evidence', async () => {
  const { id } = await inState('rejected')();
  for (const change of [
    app.db.update(postReviews).set({ decision: 'approved' }).where(eq(postReviews.postId, id)),
    app.db.delete(postReviews).where(eq(postReviews.postId, id)),
  ]) {
    await expect(change).rejects.toThrow();
  }
  await app.db.delete(contentPosts).where(eq(contentPosts.id, id));
  const [left] = await app.db
    .select()
    .from(postReviews)
    .where(sql`post_id is null`);
  expect(left).toMatchObject({ decision: 'rejected' });
});

describe('at the same moment', () => {
  const visibleUnreviewed = sql`select p.id from content_posts p where p.published_at is not null
    and not is_post_reviewed(p.id, p.influencer_id, p.caption, p.ai_use)`;

  /** Resolves once the statement waits for a lock, or has ended. */
  async function waitsOrEnds(run: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    void run.finally(() => (hasEnded = true));
    const { rows } = await app.db.execute(sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    if (rows.length === 0 && !hasEnded) await waitsOrEnds(run);
  }
  const publishBySql = (db: Db, id: string) =>
    db
      .update(contentPosts)
      .set({ publishedAt: sql`now()` })
      .where(eq(contentPosts.id, id));
  const CHANGES: [string, (db: Db, post: Post) => Promise<unknown>][] = [
    [
      'another caption',
      (db, { id }) =>
        db.update(contentPosts).set({ caption: 'Another' }).where(eq(contentPosts.id, id)),
    ],
    [
      'another label',
      (db, { id }) =>
        db.update(contentPosts).set({ aiUse: 'altered' }).where(eq(contentPosts.id, id)),
    ],
    [
      'another person',
      async (db, { id }) =>
        db
          .insert(postPeople)
          .values({ postId: id, performerId: await addCoPerformer(app, influencer) }),
    ],
    [
      'one file less',
      (db, { mediaId }) => db.delete(contentMedia).where(eq(contentMedia.id, mediaId)),
    ],
    ['a rejection', (db, { id }) => insertReview({ db }, id, { decision: 'rejected' })],
  ];

  test.each(CHANGES)('%s that begins during a publication', async (_name, change) => {
    const post = await inState('approved')();
    let changing = Promise.resolve(false);
    await app.db.transaction(async (tx) => {
      await publishBySql(tx, post.id);
      changing = attempt(change(app.db, post));
      await waitsOrEnds(changing);
    });
    await changing;
    expect((await app.db.execute(visibleUnreviewed)).rows).toEqual([]);
  });

  test.each(CHANGES)('%s that ends during a publication', async (_name, change) => {
    const post = await inState('approved')();
    let publication = Promise.resolve(false);
    await app.db.transaction(async (tx) => {
      await change(tx, post);
      publication = attempt(publishBySql(app.db, post.id));
      await waitsOrEnds(publication);
    });
    expect(await publication).toBe(false);
    expect((await app.db.execute(visibleUnreviewed)).rows).toEqual([]);
  });

  test('an approval and an edit approve nothing that nobody saw', async () => {
    const states = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id } = await addPost();
        const { contentHash } = (await read(id)).json;
        const edit = app.call('PATCH', `/api/posts/${id}`, {
          user: author,
          body: { caption: 'Another', category: 'Cosplay', aiUse: 'none', version: 1 },
        });
        const approval = app.call('POST', `/api/post-reviews/${id}`, {
          user: first!,
          body: { decision: 'approved', contentHash },
        });
        await Promise.all([edit, approval]);
        return stateOf(id);
      }),
    );
    expect(new Set(states)).toEqual(new Set(['waiting']));
  });

  test('two first approvals of a flagged post count as two', async () => {
    const { id } = await addPost({}, flagged);
    const statuses = await Promise.all(
      [first!, second!, first!].map(async (user) => (await decide(id, 'approve', user)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(await stateOf(id)).toBe('approved');
  });
});

describe('without the rule', () => {
  test('posts need no review, but a decision against one counts', async () => {
    await setRule(false);
    const waiting = await addPost();
    const rejected = await inState('rejected')();
    await publishDuePosts(app.services);
    expect([await isPublished(waiting.id), await isPublished(rejected.id)]).toEqual([true, false]);
    await setRule(true);
    expect(await isPublished(waiting.id)).toBe(true);
    const [existing] = await app.db
      .select()
      .from(postReviews)
      .where(eq(postReviews.postId, waiting.id));
    expect(existing).toMatchObject({ decision: 'existing', decidedBy: null });
  });
});

test('the queue shows who waits, with people, signals and earlier decisions', async () => {
  const { id } = await inState('second-review')();
  await app.db
    .insert(postPeople)
    .values({ postId: id, performerId: await addCoPerformer(app, flagged) });
  const { json } = await app.call('GET', '/api/post-reviews?state=open', { user: first! });
  expect(json.rows.find((row: { id: string }) => row.id === id)).toMatchObject({
    state: 'waiting',
    signals: ['removal'],
    files: 1,
    people: 2,
  });
  expect((await read(id)).json).toMatchObject({
    people: [{ fullName: 'Mara Vale', verification: 'verified', consent: 'given' }],
    decisions: [{ decision: 'approved', isCurrent: false }],
    approvalRefusal: null,
  });
  const counts = (await app.call('GET', '/api/post-reviews/counts', { user: first! })).json;
  expect(counts.all).toBe(counts.open + counts.returned + counts.approved);
  expect(counts.medianMinutes).toBeGreaterThanOrEqual(0);
});

test('the planner and the influencer read the state and why', async () => {
  const { id } = await inState('changes-requested')();
  for (const user of [author, influencer]) {
    const { json } = await app.call('GET', '/api/posts', { user });
    expect(json.posts.find((post: { id: string }) => post.id === id).review).toMatchObject({
      state: 'changes-requested',
      reason: 'The quality',
      note: 'Too dark',
    });
  }
  const returned = await app.call('GET', '/api/posts?state=returned', { user: author });
  expect(returned.json.posts.map((post: { id: string }) => post.id)).toContain(id);
});
