import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockedFiles } from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { addCoPerformer } from '#src/features/content/consents/server/consents.testing.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { appealTimes } from '../complaints.rules.ts';
import type { Party } from '../complaints.schema.ts';
import { complaintAppeals } from './appeals.table.ts';
import { complaints } from './complaints.table.ts';
import { addComplaint } from './complaints.testing.ts';
import { signReportToken } from './report-links.ts';

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, second, influencer] = [
    await app.as('admin'),
    await app.as('staff'),
    await app.as('influencer'),
  ];
});
afterAll(() => app.close());
beforeEach(() => app.limits.reportLink.reset('local'));

const REMOVE = { outcome: 'removed', policy: 'privacy', text: 'A street is shown.' };
const NO_ACTION = { outcome: 'no_action', policy: 'no_violation', text: 'No street is shown.' };
const DISAGREEMENT = 'The street in the picture is the backdrop of a studio.';

async function send(id: string, action: string, user: TestUser, body: object) {
  return app.call('POST', `/api/complaints/${id}/${action}`, {
    user,
    body: await withPolicyVersion(app, 'complaint', { ...body }),
  });
}
const decide = (id: string, version: number, decision: object, user = admin) =>
  send(id, 'decision', user, { version, ...decision });
const decideAppeal = (id: string, version: number, decision: object, user = second) =>
  send(id, 'appeal', user, { version, ...decision });
const tokenOf = (id: string, party: Party) =>
  signReportToken(app.services.config.secrets, id, party);
const look = async (id: string, party: Party) =>
  (await app.call('POST', '/api/report-status', { body: { token: tokenOf(id, party) } })).json;
const appeal = (id: string, party: Party, text = DISAGREEMENT) =>
  app.call('POST', '/api/report-status/appeal', { body: { token: tokenOf(id, party), text } });
const read = async (id: string) =>
  (await app.call('GET', `/api/complaints/${id}`, { user: second })).json;
const isPublished = async (postId: string) => {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, postId));
  return post!.publishedAt !== null;
};

/** A post with a file that was processed. */
async function publishWithHash(caption: string, sha256 = randomBytes(32).toString('hex')) {
  const { id } = await publish(app, influencer, { caption });
  await app.db.update(contentMedia).set({ sha256 }).where(eq(contentMedia.postId, id));
  return { id, sha256 };
}

/** A complaint about a new post, decided by the admin. */
async function decided(decision: object, email = `${randomBytes(6).toString('hex')}@example.test`) {
  const { id: postId, sha256 } = await publishWithHash('Behind the curtain');
  const id = await addComplaint(app, { postId, influencerId: influencer.id, email });
  expect((await decide(id, 1, decision)).status).toBe(200);
  return { id, postId, sha256, email };
}

const ofFile = (sha256: string) =>
  app.db.select().from(blockedFiles).where(eq(blockedFiles.sha256, sha256));

describe('who may appeal', () => {
  test.each([
    ['influencer', 'reporter', REMOVE],
    ['reporter', 'influencer', NO_ACTION],
  ] as const)('only the %s, not the %s, against %o', async (party, other, decision) => {
    const { id } = await decided(decision);
    expect((await appeal(id, other)).status).toBe(409);
    expect((await look(id, other)).appealUntil).toBeNull();
    expect((await look(id, party)).appealUntil).not.toBeNull();
    expect((await appeal(id, party)).json).toMatchObject({ state: 'appealed', appealUntil: null });
  });

  test('nobody before the decision, and nobody after six months', async () => {
    const open = await addComplaint(app);
    expect((await appeal(open, 'reporter')).status).toBe(409);
    const { id } = await decided(NO_ACTION);
    const age = (days: string) =>
      app.db
        .update(complaints)
        .set({ decidedAt: sql`now() - ${days}::interval` })
        .where(eq(complaints.id, id));
    await age('6 months 1 day');
    expect((await appeal(id, 'reporter')).status).toBe(409);
    await age('5 months');
    expect((await appeal(id, 'reporter')).status).toBe(200);
  });

  test('once: the same appeal again changes nothing, and another one is refused', async () => {
    const { id } = await decided(NO_ACTION);
    const both = await Promise.all([appeal(id, 'reporter'), appeal(id, 'reporter')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await appeal(id, 'reporter', `${DISAGREEMENT} Really.`)).status).toBe(409);
    expect(
      await app.db.select().from(complaintAppeals).where(eq(complaintAppeals.complaintId, id)),
    ).toHaveLength(1);
  });

  test('nobody with a forged link, or with the link of the other party', async () => {
    const { id } = await decided(REMOVE);
    const token = tokenOf(id, 'reporter').replace(/\..*/, `.${'A'.repeat(43)}`);
    const body = { token, text: DISAGREEMENT };
    expect((await app.call('POST', '/api/report-status/appeal', { body })).status).toBe(404);
    const added = await app.call('POST', '/api/report-status/information', {
      body: { token: tokenOf(id, 'influencer'), text: 'Information about somebody' },
    });
    expect(added.status).toBe(404);
  });
});

describe('an appeal', () => {
  test('waits for the team with a deadline, and becomes overdue', async () => {
    const { id } = await decided(NO_ACTION);
    await appeal(id, 'reporter');
    const [stored] = await app.db
      .select()
      .from(complaintAppeals)
      .where(eq(complaintAppeals.complaintId, id));
    expect(await read(id)).toMatchObject({
      state: 'appealed',
      dueAt: appealTimes(stored!.createdAt, {
        kind: 'privacy',
        party: 'reporter',
      }).dueAt.toISOString(),
      isLate: false,
    });
    await app.db
      .update(complaints)
      .set({ appealDueAt: sql`now() - interval '1 minute'` })
      .where(eq(complaints.id, id));
    const { json } = await app.call('GET', '/api/complaints?state=overdue', { user: second });
    expect(json.rows).toContainEqual(expect.objectContaining({ id, isLate: true }));
    const open = await app.call('GET', '/api/complaints?state=open', { user: second });
    expect(open.json.rows).toContainEqual(expect.objectContaining({ id }));
    const counts = await app.call('GET', '/api/complaints/counts', { user: second });
    expect(counts.json.appealed).toBeGreaterThan(0);
  });

  test('is decided by another person, and the database refuses the same one', async () => {
    const { id } = await decided(REMOVE);
    await appeal(id, 'influencer');
    const refused = await decideAppeal(id, 3, NO_ACTION, admin);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain('somebody else');
    await expect(
      app.db
        .update(complaintAppeals)
        .set({
          decidedAt: sql`now()`,
          outcome: 'removed',
          policy: 'privacy',
          decisionText: 'It stands.',
          decidedBy: admin.id,
          firstDecidedBy: admin.id,
        })
        .where(eq(complaintAppeals.complaintId, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'complaint_appeals_other_person' } });
  });

  test('that succeeds shows the post again, lifts the blocks and tells both sides', async () => {
    const { id, postId, sha256, email } = await decided(REMOVE);
    expect(await isPublished(postId)).toBe(false);
    expect(await ofFile(sha256)).toMatchObject([{ liftedAt: null, createdBy: admin.id }]);
    await appeal(id, 'influencer');
    expect((await decideAppeal(id, 3, NO_ACTION)).json).toMatchObject({
      state: 'decided',
      outcome: 'no_action',
      decisionText: NO_ACTION.text,
    });
    expect(await isPublished(postId)).toBe(true);
    expect(await ofFile(sha256)).toMatchObject([{ liftedBy: second.id }]);
    const subjects = (await queuedMails(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('We have changed our decision on your report');
    // Now the reporter can appeal, within six months after the new decision.
    expect((await look(id, 'reporter')).appealUntil).not.toBeNull();
    expect((await look(id, 'influencer')).appealUntil).toBeNull();
  });

  test('that succeeds shows no post without consent, and tells nobody that it is shown', async () => {
    const { id, postId } = await decided(REMOVE);
    const countRestored = async () =>
      (await queuedMails(app, influencer.email)).filter(
        ({ subject }) => subject === 'Your post is visible again',
      ).length;
    const before = await countRestored();
    const performerId = await addCoPerformer(app, influencer);
    await app.db.insert(postPeople).values({ postId, performerId });
    await app.db
      .update(consents)
      .set({ withdrawnAt: new Date(), withdrawalReason: 'No longer' })
      .where(eq(consents.performerId, performerId));
    await appeal(id, 'influencer');
    expect((await decideAppeal(id, 3, NO_ACTION)).json.outcome).toBe('no_action');
    expect(await isPublished(postId)).toBe(false);
    expect(await countRestored()).toBe(before);
  });

  test('that fails changes nothing but tells whoever appealed', async () => {
    const { id, postId, sha256, email } = await decided(REMOVE);
    await appeal(id, 'influencer');
    const text = 'The backdrop shows a real street name.';
    expect((await decideAppeal(id, 3, { ...REMOVE, text })).json).toMatchObject({
      outcome: 'removed',
      decisionText: REMOVE.text,
      appeals: [{ party: 'influencer', outcome: 'removed', decisionText: text }],
    });
    expect(await isPublished(postId)).toBe(false);
    expect(await ofFile(sha256)).toMatchObject([{ liftedAt: null }]);
    expect((await look(id, 'influencer')).appeals).toMatchObject([{ decision: { text } }]);
    const subjects = (await queuedMails(app, email)).map(({ subject }) => subject);
    expect(subjects).not.toContain('We have changed our decision on your report');
  });

  test('of the reporter removes the post, and gives the influencer the reasons', async () => {
    const { id, postId, sha256 } = await decided(NO_ACTION);
    await appeal(id, 'reporter');
    await decideAppeal(id, 3, REMOVE);
    expect(await isPublished(postId)).toBe(false);
    expect(await ofFile(sha256)).toMatchObject([{ liftedAt: null }]);
    const statements = (await queuedMails(app, influencer.email)).filter(
      ({ subject }) => subject === 'One of your posts was removed',
    );
    expect(statements.length).toBeGreaterThan(0);
  });

  test('is decided once, also when two people decide at the same time', async () => {
    const { id } = await decided(REMOVE);
    await appeal(id, 'influencer');
    const third = await app.as('admin');
    const results = await Promise.all([
      decideAppeal(id, 3, REMOVE),
      decideAppeal(id, 3, NO_ACTION, third),
    ]);
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });
});

describe('a counter-notice', () => {
  const COUNTER_NOTICE = {
    name: 'Odile Marchetti',
    postalAddress: '12 Example Street, Reno, NV 89501',
    phone: '+1 775 555 0142',
    underPenalty: true,
    jurisdiction: true,
  };
  const REMOVED = { ...REMOVE, policy: 'copyright' };

  async function decidedClaim() {
    const { id: postId } = await publishWithHash('A mural');
    const email = `${randomBytes(6).toString('hex')}@example.test`;
    const values = { kind: 'copyright', work: 'The mural', signature: 'Ines', email } as const;
    const id = await addComplaint(app, { ...values, postId, influencerId: influencer.id });
    await decide(id, 1, REMOVED);
    return { id, postId, email };
  }
  const send = (id: string, counterNotice?: object) =>
    app.call('POST', '/api/report-status/appeal', {
      body: { token: tokenOf(id, 'influencer'), text: DISAGREEMENT, counterNotice },
    });

  test.each([
    undefined,
    { ...COUNTER_NOTICE, name: ' ' },
    { ...COUNTER_NOTICE, postalAddress: '' },
    { ...COUNTER_NOTICE, phone: '' },
    { ...COUNTER_NOTICE, underPenalty: false },
    { ...COUNTER_NOTICE, jurisdiction: false },
  ])('needs everything that the law requires: %o is refused', async (counterNotice) => {
    const { id } = await decidedClaim();
    expect((await send(id, counterNotice)).status).toBe(400);
    expect((await read(id)).state).toBe('decided');
  });

  test('is forwarded to the claimant, who can answer', async () => {
    const { id, email } = await decidedClaim();
    expect((await send(id, COUNTER_NOTICE)).status).toBe(200);
    const subjects = (await queuedMails(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('A counter-notice to your copyright report');
    const { name, postalAddress, phone } = COUNTER_NOTICE;
    expect((await look(id, 'reporter')).appeals).toMatchObject([
      { text: DISAGREEMENT, counterNotice: { name, postalAddress, phone } },
    ]);
    const added = await app.call('POST', '/api/report-status/information', {
      body: { token: tokenOf(id, 'reporter'), text: 'We have filed an action.' },
    });
    expect(added.status).toBe(200);
  });

  test('restores nothing for ten business days, and then it does', async () => {
    const { id, postId } = await decidedClaim();
    await send(id, COUNTER_NOTICE);
    const early = await decideAppeal(id, 3, NO_ACTION);
    expect(early.status).toBe(409);
    expect(early.json.detail).toContain('restores nothing before');
    const ofComplaint = eq(complaintAppeals.complaintId, id);
    const decision = { outcome: 'no_action', policy: 'no_violation', decisionText: 'x' } as const;
    await expect(
      app.db
        .update(complaintAppeals)
        .set({ ...decision, decidedAt: sql`now()` })
        .where(ofComplaint),
    ).rejects.toMatchObject({ cause: { constraint: 'complaint_appeals_restored_in_time' } });
    await app.db
      .update(complaintAppeals)
      .set({ restorableFrom: sql`now() - interval '1 minute'` })
      .where(ofComplaint);
    expect((await decideAppeal(id, 3, NO_ACTION)).status).toBe(200);
    expect(await isPublished(postId)).toBe(true);
  });
});

describe('the private pages', () => {
  test('show neither party what the other wrote', async () => {
    const { id } = await decided(REMOVE);
    await appeal(id, 'influencer');
    const seenByReporter = JSON.stringify(await look(id, 'reporter'));
    expect(seenByReporter).not.toContain(DISAGREEMENT);
    const seenByInfluencer = JSON.stringify(await look(id, 'influencer'));
    expect(seenByInfluencer).toContain(DISAGREEMENT);
    const [complaint] = await app.db.select().from(complaints).where(eq(complaints.id, id));
    for (const secret of [
      complaint!.name!,
      complaint!.email!,
      complaint!.explanation,
      complaint!.address,
    ]) {
      expect(seenByInfluencer).not.toContain(secret);
    }
  });
});

describe('a removal', () => {
  test('shows other posts with the same file', async () => {
    const { id, sha256, postId } = await decided(REMOVE);
    const copy = await publishWithHash('The same picture again', sha256);
    const found = await read(id);
    expect(found.copies).toEqual([{ id: copy.id, caption: 'The same picture again' }]);
    expect(found.copies).not.toContainEqual(expect.objectContaining({ id: postId }));
  });
});
