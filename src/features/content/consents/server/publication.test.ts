import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { hidePost, restorePost } from '#src/features/content/posts/server/hidden-posts.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  publishDuePosts,
  publishWhenReady,
} from '#src/features/content/posts/server/publishing.ts';
import {
  setPublicationRule,
  takeDownExpired,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { consents } from './consents.table.ts';
import { addCoPerformer, giveConsent, registerInfluencer, verify } from './consents.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  [influencer, other] = [await app.as('influencer'), await app.as('influencer')];
  await registerInfluencer(app, influencer);
  await registerInfluencer(app, other);
  await setPublicationRule(app.db, {
    requiresConsents: true,
    requiresAgreements: false,
    requiresReviews: false,
  });
});
afterAll(() => app.close());

const MINUTE = 60_000;
const texts = { caption: 'A post', category: 'Cosplay', aiUse: 'none' } as const;

/** A draft with a person and a file that is ready. */
async function addDraft(performerId: string | null, values: Partial<Post> = {}) {
  const [post] = await app.db
    .insert(contentPosts)
    .values({ ...texts, influencerId: influencer.id, createdBy: staff.id, ...values })
    .returning({ id: contentPosts.id });
  const file = { postId: post!.id, displayOrder: 0, state: 'ready' } as const;
  const mediaId = await createUploadedFile(app, staff, file);
  if (performerId) await tag(post!.id, performerId);
  return { id: post!.id, mediaId };
}
type Post = typeof contentPosts.$inferInsert;
const tag = (postId: string, performerId: string) =>
  app.db.insert(postPeople).values({ postId, performerId });
const due = () => ({ publishAt: new Date(Date.now() - MINUTE) });

async function isPublished(id: string): Promise<boolean> {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!.publishedAt !== null;
}
const attempt = (run: Promise<unknown>) => run.then(() => true).catch(() => false);

type Prepared = { id: string; mediaId: string };
type Way = {
  /** Prepares a post with the person, or one that the person comes into. */
  prepare: (performerId: string) => Promise<Prepared>;
  /** Tries to publish it with the person. */
  run: (post: Prepared, performerId: string) => Promise<unknown>;
  /** Whether the post is published before the person comes into it. */
  addsPerson?: true;
};

const publishedWithout = async () => {
  const post = await addDraft(null, due());
  await publishDuePosts(app.services);
  return post;
};
const hasPerson = async (id: string, performerId: string) => {
  const people = await app.db.select().from(postPeople).where(eq(postPeople.postId, id));
  return people.some((person) => person.performerId === performerId);
};
const body = (mediaId: string) => ({
  ...texts,
  influencerId: influencer.id,
  mediaIds: [mediaId],
  version: 1,
});

const WAYS: Record<string, Way> = {
  'publishing a draft': {
    prepare: (performerId) => addDraft(performerId),
    run: ({ id, mediaId }) =>
      app.call('POST', `/api/posts/${id}/publish`, { user: staff, body: body(mediaId) }),
  },
  'publishing a draft with the person': {
    prepare: () => addDraft(null),
    run: ({ id, mediaId }, performerId) =>
      app.call('POST', `/api/posts/${id}/publish`, {
        user: staff,
        body: { ...body(mediaId), performerIds: [performerId] },
      }),
  },
  'publishing many': {
    prepare: (performerId) => addDraft(performerId),
    run: ({ id }) => app.call('POST', '/api/posts/publish', { user: staff, body: { ids: [id] } }),
  },
  'the job for scheduled posts': {
    prepare: (performerId) => addDraft(performerId, due()),
    run: () => publishDuePosts(app.services),
  },
  'a file that becomes ready': {
    async prepare(performerId) {
      const post = await addDraft(performerId, due());
      await app.db
        .update(contentMedia)
        .set({ state: 'processing' })
        .where(eq(contentMedia.id, post.mediaId));
      return post;
    },
    run: ({ id, mediaId }) =>
      app.db.transaction(async (tx) => {
        await tx.update(contentMedia).set({ state: 'ready' }).where(eq(contentMedia.id, mediaId));
        await publishWhenReady(tx, app.jobs, id);
      }),
  },
  'an update by SQL': {
    prepare: (performerId) => addDraft(performerId, due()),
    run: ({ id }) =>
      app.db.update(contentPosts).set({ publishedAt: new Date() }).where(eq(contentPosts.id, id)),
  },
  'a complaint that ends': {
    async prepare(performerId) {
      const post = await publishedWithout();
      await app.db.transaction((tx) => hidePost(tx, post.id));
      await tag(post.id, performerId);
      return post;
    },
    run: ({ id }) => app.db.transaction((tx) => restorePost(tx, id)),
  },
  'adding the person to a published post': {
    addsPerson: true,
    prepare: () => publishedWithout(),
    run: ({ id }, performerId) =>
      app.call('PATCH', `/api/posts/${id}`, {
        user: staff,
        body: { ...texts, version: 1, performerIds: [performerId] },
      }),
  },
  'adding the person by SQL': {
    addsPerson: true,
    prepare: () => publishedWithout(),
    run: ({ id }, performerId) => tag(id, performerId),
  },
};

async function isPublishedBy({ prepare, run, addsPerson }: Way, performerId: string, given: Give) {
  const post = await prepare(performerId);
  await given(performerId, post.id);
  await attempt(run(post, performerId));
  const published = await isPublished(post.id);
  return addsPerson ? hasPerson(post.id, performerId) : published;
}

type Give = (performerId: string, postId: string) => Promise<unknown>;
const give =
  (values: Partial<typeof consents.$inferInsert> = {}): Give =>
  (performerId) =>
    giveConsent(app, performerId, influencer.id, values);
const forPost = { kind: 'post', influencerId: null, startsOn: null } as const;
const withdrawalReason = 'No longer';
const withdrawnNow = () => ({ withdrawnAt: new Date(), withdrawalReason });
const giveWithdrawn: Give = (id, postId) => give(withdrawnNow())(id, postId);

const CONSENTS: [name: string, isEnough: boolean, give: Give][] = [
  ['none', false, async () => {}],
  ['for marketing alone', false, give({ scopes: ['marketing', 'public-preview'] })],
  ['for the posts of another influencer', false, (id) => giveConsent(app, id, other.id)],
  ['for an earlier period', false, give({ endsOn: '2020-01-01' })],
  ['for a later period', false, give({ startsOn: '2099-01-01' })],
  [
    'for another post',
    false,
    async (id) =>
      giveConsent(app, id, influencer.id, { ...forPost, postId: (await addDraft(null)).id }),
  ],
  ['withdrawn', false, giveWithdrawn],
  [
    'withdrawn, beside an earlier one',
    false,
    async (id, postId) => {
      await give({ createdAt: new Date(Date.now() - MINUTE) })(id, postId);
      await giveWithdrawn(id, postId);
    },
  ],
  ['for all posts of the influencer', true, give()],
  [
    'for the post',
    true,
    (id, postId) => giveConsent(app, id, influencer.id, { ...forPost, postId }),
  ],
  [
    'given again after a withdrawal',
    true,
    async (id, postId) => {
      await give({ withdrawnAt: new Date(Date.now() - MINUTE), withdrawalReason })(id, postId);
      await give()(id, postId);
    },
  ],
];

const CHECKS: [name: string, isEnough: boolean, check: (id: string) => Promise<unknown>][] = [
  ['not verified', false, async () => {}],
  ['being checked', false, (id) => insertCheck(app, id, null)],
  ['checked by one person', false, (id) => insertCheck(app, id, randomUUID())],
  ['rejected', false, (id) => verify(app, id, { status: 'rejected' })],
  ['expired', false, (id) => verify(app, id, { expiresOn: '2026-01-31' })],
  [
    'verified and later rejected',
    false,
    async (id) => {
      await verify(app, id);
      await verify(app, id, { status: 'rejected' });
    },
  ],
  ['verified', true, (id) => verify(app, id)],
];

describe.each(Object.entries(WAYS))('%s', (_name, way) => {
  test.each(CONSENTS)('publishes with a consent %s: %s', async (_consent, isEnough, given) => {
    const performerId = await insertPerformer(app.db, influencer.id);
    await verify(app, performerId);
    expect(await isPublishedBy(way, performerId, given)).toBe(isEnough);
  });

  test.each(CHECKS)('publishes with a person who is %s: %s', async (_state, isEnough, check) => {
    const performerId = await insertPerformer(app.db, influencer.id);
    await check(performerId);
    expect(await isPublishedBy(way, performerId, give())).toBe(isEnough);
  });
});

test.each(
  CHECKS.flatMap(([state, isVerified, check]) =>
    CONSENTS.map(([consent, hasConsented, given]) => ({
      state,
      consent,
      isEnough: isVerified && hasConsented,
      check,
      given,
    })),
  ),
)(
  'the database publishes with a person who is $state and a consent $consent: $isEnough',
  async ({ check, given, isEnough }) => {
    const performerId = await insertPerformer(app.db, influencer.id);
    await check(performerId);
    expect(await isPublishedBy(WAYS['an update by SQL']!, performerId, given)).toBe(isEnough);
  },
);

test('an influencer who is not in the register publishes nothing', async () => {
  const unknown = await app.as('influencer');
  const { id } = await addDraft(null, { ...due(), influencerId: unknown.id });
  await publishDuePosts(app.services);
  expect(await isPublished(id)).toBe(false);
  const published = await publishedWithout();
  const moved = app.db
    .update(contentPosts)
    .set({ influencerId: unknown.id })
    .where(eq(contentPosts.id, published.id));
  await expect(moved).rejects.toMatchObject({
    cause: { constraint: 'content_posts_publishable' },
  });
});

test('the refusal names everybody who prevents the publication', async () => {
  const performerId = await insertPerformer(app.db, influencer.id);
  await verify(app, performerId);
  const unverified = await insertPerformer(app.db, influencer.id, { fullName: 'Teo Marsh' });
  const { id, mediaId } = await addDraft(performerId);
  await tag(id, unverified);
  const { status, json } = await app.call('POST', `/api/posts/${id}/publish`, {
    user: staff,
    body: body(mediaId),
  });
  expect({ status, ...json }).toMatchObject({
    status: 409,
    code: 'not-allowed-in-state',
    detail:
      'Mara Vale has not consented to the publication of this post. The identity of Teo Marsh is not verified.',
  });
});

test('a scheduled post that is blocked says why, and does not delay the others', async () => {
  const performerId = await insertPerformer(app.db, influencer.id);
  await verify(app, performerId);
  const blocked = await addDraft(performerId, due());
  const free = await addDraft(null, due());
  await publishDuePosts(app.services);
  expect(await isPublished(free.id)).toBe(true);
  const query = `/api/posts?state=blocked&influencerId=${influencer.id}`;
  const { json } = await app.call('GET', query, { user: staff });
  const listed = (json.posts as { id: string; state: string }[]).find(
    ({ id }) => id === blocked.id,
  );
  expect(listed).toMatchObject({
    state: 'scheduled',
    people: [{ id: performerId, fullName: 'Mara Vale' }],
    obstacles: [{ performerId, fullName: 'Mara Vale', obstacle: 'not-consented' }],
  });
  await giveConsent(app, performerId, influencer.id);
  await publishDuePosts(app.services);
  expect(await isPublished(blocked.id)).toBe(true);
});

describe('a published post', () => {
  async function publishWith(performerId: string) {
    const post = await addDraft(performerId, due());
    await publishDuePosts(app.services);
    expect(await isPublished(post.id)).toBe(true);
    return post;
  }

  const ENDS: [string, (performerId: string) => Promise<unknown>][] = [
    [
      'a consent is withdrawn',
      async (performerId) => {
        const { json } = await app.call('GET', `/api/performers/${performerId}/consents`, {
          user: staff,
        });
        const path = `/api/performers/${performerId}/consents/${json.consents[0].id}/withdraw`;
        const reason = { reason: 'She asked by phone' };
        expect((await app.call('POST', path, { user: staff, body: reason })).status).toBe(200);
      },
    ],
    [
      'a consent is withdrawn by SQL',
      (performerId) =>
        app.db.update(consents).set(withdrawnNow()).where(eq(consents.performerId, performerId)),
    ],
    ['a later check is rejected', (id) => verify(app, id, { status: 'rejected' })],
    [
      'the checks are deleted',
      (id) => app.db.execute(sql`delete from performer_verifications where performer_id = ${id}`),
    ],
    [
      'the ID document expires',
      async (id) => {
        // No other path changes a check that was decided.
        await app.db.transaction(async (tx) => {
          await tx.execute(sql`set local session_replication_role = replica`);
          await tx.execute(
            sql`update performer_verifications set expires_on = '2026-01-31' where performer_id = ${id}`,
          );
        });
        await takeDownExpired(app.db);
      },
    ],
  ];
  test.each(ENDS)('is taken down when %s', async (_name, end) => {
    const performerId = await addCoPerformer(app, influencer);
    const post = await publishWith(performerId);
    const others = await publishedWithout();
    await end(performerId);
    expect(await isPublished(post.id)).toBe(false);
    expect(await isPublished(others.id)).toBe(true);
  });

  test('returns at its old time once the person has consented again', async () => {
    const performerId = await addCoPerformer(app, influencer);
    const { id } = await publishWith(performerId);
    const [before] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    await app.db.update(consents).set(withdrawnNow()).where(eq(consents.performerId, performerId));
    await giveConsent(app, performerId, influencer.id);
    await publishDuePosts(app.services);
    const [after] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    expect(after!.publishedAt).toEqual(before!.publishedAt);
  });

  test('that was withdrawn stays down without the rule too', async () => {
    const performerId = await addCoPerformer(app, influencer);
    const { id } = await publishWith(performerId);
    await app.db.update(consents).set(withdrawnNow()).where(eq(consents.performerId, performerId));
    await setPublicationRule(app.db, {
      requiresConsents: false,
      requiresAgreements: false,
      requiresReviews: false,
    });
    await publishDuePosts(app.services);
    const isVisible = await isPublished(id);
    await setPublicationRule(app.db, {
      requiresConsents: true,
      requiresAgreements: false,
      requiresReviews: false,
    });
    expect(isVisible).toBe(false);
  });
});

test('turning the rule on takes down what nobody may see, and nothing else', async () => {
  await setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: false,
    requiresReviews: false,
  });
  const performerId = await insertPerformer(app.db, influencer.id);
  const unproved = await addDraft(performerId, due());
  const proved = await addDraft(await addCoPerformer(app, influencer), due());
  await publishDuePosts(app.services);
  expect([await isPublished(unproved.id), await isPublished(proved.id)]).toEqual([true, true]);
  await setPublicationRule(app.db, {
    requiresConsents: true,
    requiresAgreements: false,
    requiresReviews: false,
  });
  expect([await isPublished(unproved.id), await isPublished(proved.id)]).toEqual([false, true]);
});

describe('at the same moment', () => {
  const visibleWithoutRight = sql`
    select p.id from content_posts p where p.published_at is not null
      and exists (select from publication_obstacles(p.id, p.influencer_id, p.publish_at))`;

  /** Resolves once the statement waits for a lock, or has ended. */
  async function waitsOrEnds(run: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    void run.finally(() => (hasEnded = true));
    const { rows } = await app.db.execute(sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    if (rows.length === 0 && !hasEnded) await waitsOrEnds(run);
  }

  const ENDS: [string, (db: Db, performerId: string, postId: string) => Promise<unknown>][] = [
    [
      'a withdrawal',
      (db, performerId) =>
        db.update(consents).set(withdrawnNow()).where(eq(consents.performerId, performerId)),
    ],
    [
      'the end of a verification',
      (db, performerId) =>
        db.execute(sql`delete from performer_verifications where performer_id = ${performerId}`),
    ],
    [
      'a person who comes into the post',
      async (db, _performerId, postId) => {
        const performerId = await insertPerformer(app.db, influencer.id);
        await db.insert(postPeople).values({ postId, performerId });
      },
    ],
  ];
  const publish = (db: Db, id: string) =>
    db
      .update(contentPosts)
      .set({ publishedAt: sql`now()` })
      .where(eq(contentPosts.id, id));

  test.each(ENDS)('%s that begins during a publication', async (_name, end) => {
    const performerId = await addCoPerformer(app, influencer);
    const { id } = await addDraft(performerId, due());
    let ending = Promise.resolve(false);
    await app.db.transaction(async (tx) => {
      await publish(tx, id);
      ending = attempt(end(app.db, performerId, id));
      await waitsOrEnds(ending);
    });
    await ending;
    expect((await app.db.execute(visibleWithoutRight)).rows).toEqual([]);
  });

  test.each(ENDS)('%s that ends during a publication', async (_name, end) => {
    const performerId = await addCoPerformer(app, influencer);
    const { id } = await addDraft(performerId, due());
    let publication = Promise.resolve(false);
    await app.db.transaction(async (tx) => {
      await end(tx, performerId, id);
      publication = attempt(publish(app.db, id));
      await waitsOrEnds(publication);
    });
    expect(await publication).toBe(false);
    expect((await app.db.execute(visibleWithoutRight)).rows).toEqual([]);
  });

  test.each(ENDS)(
    '%s and the operation leave nothing visible without right',
    async (_name, end) => {
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const performerId = await addCoPerformer(app, influencer);
          const { id, mediaId } = await addDraft(performerId);
          const publication = app.call('POST', `/api/posts/${id}/publish`, {
            user: staff,
            body: body(mediaId),
          });
          await Promise.all([attempt(publication), attempt(end(app.db, performerId, id))]);
        }),
      );
      expect((await app.db.execute(visibleWithoutRight)).rows).toEqual([]);
    },
  );
});
