import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import {
  setPublicationRule,
  takeDownWithoutAgreement,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { mailAgreementNotices } from './agreement-notices.ts';
import { signedAgreements } from './agreements.table.ts';
import { COUNTERSIGNED, insertSigned, makeSigner, publishVersion } from './agreements.testing.ts';

let app: TestApp;
let admin: TestUser;
let influencer: TestUser;
let performerId: string;
let versionId: string;
let agreement: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
beforeEach(async () => {
  await app.db.execute(sql`truncate signed_agreements, agreement_versions, performers cascade`);
  influencer = await app.as('influencer');
  performerId = await makeSigner(app, influencer);
  versionId = await publishVersion(app);
  agreement = await sign(2);
});
afterAll(() => app.close());

const DAY = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
/** The influencer signed so many days ago, and the agency too unless the values say otherwise. */
const sign = (daysAgo: number, values: object = COUNTERSIGNED) =>
  insertSigned(
    app,
    { performerId, influencerId: influencer.id, versionId },
    { signedAt: new Date(Date.now() - daysAgo * DAY), signedBy: influencer.id, ...values },
  );
const REASON = 'They work with another agency.';
const terminate = (days: number, id = agreement, reason = REASON) =>
  app.call('POST', `/api/signed-agreements/${id}/terminate`, {
    user: admin,
    body: { terminatedOn: dayAfter(days), reason },
  });
const state = async () => {
  const { rows } = await app.db.execute<{ state: string }>(
    sql`select creator_agreement_state(${influencer.id}) as state`,
  );
  return rows[0]!.state;
};
const own = async () => (await app.call('GET', '/api/own-agreement', { user: influencer })).json;

/** As if the agreement had been terminated so many days ago. */
const insertTerminated = (daysAgo: number) =>
  app.db.transaction(async (tx) => {
    await tx.execute(
      sql`alter table signed_agreements disable trigger signed_agreements_unchanged`,
    );
    await tx
      .update(signedAgreements)
      .set({
        terminatedOn: dayAfter(-daysAgo),
        terminatedAt: new Date(Date.now() - daysAgo * DAY),
        terminatedBy: admin.id,
        terminationReason: REASON,
      })
      .where(eq(signedAgreements.id, agreement));
    await tx.execute(sql`alter table signed_agreements enable trigger signed_agreements_unchanged`);
  });

describe('a termination', () => {
  test('counts from its day on, once, and both sides are mailed the day and the reason', async () => {
    const { json } = await terminate(0);
    expect(json).toMatchObject({ terminatedOn: dayAfter(0), terminationReason: REASON });
    expect(await state()).toBe('terminated');
    const again = await terminate(3);
    expect(again.json.detail).toBe('This agreement was terminated already');
    const facts = [{ label: 'Terminated as of' }, { label: 'Reason', value: REASON }];
    for (const to of [influencer.email, admin.email]) {
      const mails = await queuedMails(app, to);
      expect(mails.filter(({ facts: found }) => found?.[1]?.value === REASON)).not.toEqual([]);
    }
    expect(await queuedMails(app, influencer.email)).toMatchObject([
      { subject: 'Your creator agreement was terminated', facts },
    ]);
  });

  test('of a later day leaves the agreement in force until then', async () => {
    await terminate(5);
    expect(await state()).toBe('in-force');
    expect(await own()).toMatchObject({ toSign: null, signed: [{ terminatedOn: dayAfter(5) }] });
  });

  test('of a later day leaves nothing to sign until then, also for who read the text before', async () => {
    await publishVersion(app, 'creator-agreement', { signBy: dayAfter(9) });
    const { toSign } = await own();
    await terminate(5);
    const { json } = await app.call('POST', '/api/own-agreement/sign', {
      user: influencer,
      body: { versionId: toSign.versionId, sha256: toSign.sha256, name: toSign.legalName },
    });
    expect(json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: 'There is nothing for you to sign now',
    });
  });

  test('is refused for a day in the past, without a reason, and before the agency has signed', async () => {
    expect((await terminate(-1)).json).toMatchObject({ errors: [{ path: 'terminatedOn' }] });
    expect((await terminate(1, agreement, ' ')).json).toMatchObject({
      errors: [{ path: 'reason' }],
    });
    versionId = await publishVersion(app);
    const waiting = await sign(1, {});
    expect((await terminate(1, waiting)).json.code).toBe('not-allowed-in-state');
  });

  test('ends the earlier agreements too, and is refused for these', async () => {
    const first = agreement;
    versionId = await publishVersion(app);
    const second = await sign(1);
    expect((await terminate(0, first)).json.detail).toMatch(/newer agreement/);
    await terminate(0, second);
    expect(await state()).toBe('terminated');
  });

  test('lets the influencer sign again, and nobody mails them about it', async () => {
    await terminate(0);
    await publishVersion(app, 'creator-agreement', { signBy: dayAfter(20) });
    await mailAgreementNotices(app.services);
    expect(await queuedMails(app, influencer.email)).toHaveLength(1);
    const { toSign } = await own();
    const body = { ...toSign, name: 'Marianne Valdecourt' };
    await app.call('POST', '/api/own-agreement/sign', { user: influencer, body });
    expect(await state()).toBe('not-countersigned');
  });

  test('lets the influencer sign the same version again', async () => {
    await insertTerminated(1);
    const { toSign } = await own();
    expect(toSign).toMatchObject({ versionId, signBy: null });
    const body = { ...toSign, name: 'Marianne Valdecourt' };
    const signing = () => app.call('POST', '/api/own-agreement/sign', { user: influencer, body });
    await Promise.all([signing(), signing()]);
    expect(await app.db.select().from(signedAgreements)).toHaveLength(2);
  });

  test('is in the lists', async () => {
    await terminate(0);
    const list = async (query: string) =>
      (await app.call('GET', `/api/${query}`, { user: admin })).json.rows;
    expect(await list('signed-agreements?state=terminated')).toMatchObject([{ id: agreement }]);
    expect(await list('signed-agreements?state=complete')).toEqual([]);
    expect(await list('missing-agreements?state=terminated')).toMatchObject([
      { id: influencer.id },
    ]);
  });
});

test.each<[string, Partial<typeof signedAgreements.$inferInsert>, RegExp]>([
  ['a day before the termination', { terminatedOn: dayAfter(-1) }, /terminated_check/],
  ['no reason', { terminationReason: ' ' }, /terminated_check/],
  ['nobody who did it', { terminatedBy: null }, /terminated_check/],
])('the database refuses a termination with %s', async (_, values, constraint) => {
  const termination = {
    terminatedOn: dayAfter(1),
    terminationReason: REASON,
    terminatedAt: new Date(),
    terminatedBy: admin.id,
  };
  const change = app.db.update(signedAgreements).set({ ...termination, ...values });
  await expect(change).rejects.toMatchObject({
    cause: { constraint: expect.stringMatching(constraint) },
  });
});

test.each([
  ['changed', sql`update signed_agreements set terminated_on = terminated_on + 1`],
  [
    'undone',
    sql`update signed_agreements set terminated_on = null, termination_reason = null,
      terminated_at = null, terminated_by = null`,
  ],
])('the database refuses that a termination is %s', async (_, statement) => {
  await terminate(1);
  await expect(app.db.execute(statement)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('never changed') },
  });
});

test('with the rule, posts go offline with the termination and return with a new agreement', async () => {
  await setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: true,
    requiresReviews: false,
  });
  const values = {
    caption: 'A post',
    category: 'Cosplay',
    aiUse: 'none',
    influencerId: influencer.id,
    publishAt: new Date(Date.now() - 60_000),
  } as const;
  const [post] = await app.db.insert(contentPosts).values(values).returning();
  await createUploadedFile(app, admin, { postId: post!.id, displayOrder: 0, state: 'ready' });
  const isPublished = async () => {
    await takeDownWithoutAgreement(app.db);
    await publishDuePosts(app.services);
    const [stored] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, post!.id));
    return stored!.publishedAt !== null;
  };
  expect(await isPublished()).toBe(true);
  await terminate(0);
  expect(await isPublished()).toBe(false);
  await sign(0);
  expect(await isPublished()).toBe(true);
  await setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: false,
    requiresReviews: false,
  });
});
