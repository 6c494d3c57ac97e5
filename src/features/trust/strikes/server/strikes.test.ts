import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { strikeRule } from './strikes.table.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
beforeEach(async () => {
  influencer = await app.as('influencer');
  await app.db.update(strikeRule).set({ months: 12, decideFrom: 2 });
});
afterAll(() => app.close());

const DAY = 86_400_000;
const REMOVED = { outcome: 'removed', policy: 'copyright', decisionText: 'A mural.' } as const;

async function addPost(): Promise<string> {
  const [post] = await app.db
    .insert(contentPosts)
    .values({ influencerId: influencer.id, caption: 'A post' })
    .returning({ id: contentPosts.id });
  return post!.id;
}

/** A complaint about a new post that was removed so many days ago. */
async function remove(
  daysAgo = 1,
  values: Partial<typeof complaints.$inferInsert> = {},
): Promise<string> {
  const decidedAt = new Date(Date.now() - daysAgo * DAY);
  const postId = await addPost();
  return addComplaint(app, {
    influencerId: influencer.id,
    postId,
    ...REMOVED,
    decidedAt,
    decidedBy: staff.id,
    ...values,
  });
}
const read = async (user = admin) =>
  (await app.call('GET', `/api/influencers/${influencer.id}/strikes`, { user })).json;
const count = async () => (await read()).strikes.length;
const decideAccount = (strikes: number, user = admin) =>
  app.call('POST', `/api/influencers/${influencer.id}/strikes/decision`, {
    user,
    body: { outcome: 'warned', text: 'She has been told on the phone.', strikes },
  });
const isWaiting = async (user = admin) => {
  const { json } = await app.call('GET', '/api/staff-notifications', { user });
  return json.notifications.some(
    ({ kind, id }: { kind: string; id: string }) => kind === 'strikes' && id === influencer.id,
  );
};

describe('a strike', () => {
  test('is a removed post, once for several complaints, and shown with its complaint', async () => {
    const id = await remove();
    const [first] = await app.db.select().from(complaints).where(eq(complaints.id, id));
    await remove(0.5, { postId: first!.postId });
    await addComplaint(app, { influencerId: influencer.id });
    expect(await read()).toMatchObject({
      rule: { months: 12, decideFrom: 2 },
      strikes: [
        { complaint: { id, kind: 'privacy', reason: 'Content must not infringe copyright' } },
      ],
      needsDecision: false,
    });
  });

  test('is not the removal for somebody who no longer agrees, nor a decision without action', async () => {
    await remove(1, { kind: 'withdrawal' });
    await remove(1, { outcome: 'no_action', policy: 'no_violation' });
    expect(await count()).toBe(0);
  });

  test('ends after the months of the rule, which admins change', async () => {
    await remove(100);
    await remove(1);
    expect(await count()).toBe(2);
    const [rule] = await app.db.select().from(strikeRule);
    const { version } = rule!;
    const change = (user: TestUser) =>
      app.call('PUT', '/api/strike-rule', { user, body: { months: 3, decideFrom: 2, version } });
    expect((await change(staff)).status).toBe(403);
    expect((await change(admin)).json).toEqual({ months: 3, decideFrom: 2, version: version + 1 });
    expect((await change(admin)).json.code).toBe('conflict');
    expect(await count()).toBe(1);
  });

  test('is reversed by a successful appeal', async () => {
    const id = await remove();
    await remove();
    expect(await isWaiting()).toBe(true);
    await app.db.insert(complaintAppeals).values({
      complaintId: id,
      party: 'influencer',
      text: 'It is a public street.',
    });
    await app.db.update(complaints).set({ appealDueAt: new Date() }).where(eq(complaints.id, id));
    const { status } = await app.call('POST', `/api/complaints/${id}/appeal`, {
      user: admin,
      body: await withPolicyVersion(app, 'complaint', {
        version: 1,
        outcome: 'no_action',
        policy: 'no_violation',
        text: 'She may do it.',
      }),
    });
    expect(status).toBe(200);
    expect(await count()).toBe(1);
    expect(await isWaiting()).toBe(false);
  });

  test('because of a minor shows staff neither what nor which post it was', async () => {
    const id = await remove(1, { kind: 'minor', policy: 'minors', label: 'Post of somebody' });
    expect((await read(staff)).strikes).toMatchObject([{ complaint: null }]);
    expect(JSON.stringify(await read(staff))).not.toContain(id);
    expect((await read()).strikes).toMatchObject([{ complaint: { id } }]);
  });
});

describe('the decision about an account', () => {
  test('waits for admins from the number of the rule on, until they decide, and again after the next strike', async () => {
    await remove(3);
    expect(await isWaiting()).toBe(false);
    await remove(2);
    expect(await isWaiting()).toBe(true);
    expect(await isWaiting(staff)).toBe(false);
    const listed = await app.call('GET', '/api/influencers?status=strikes', { user: admin });
    expect(listed.json.rows.map(({ id }: { id: string }) => id)).toContain(influencer.id);
    expect((await decideAccount(2)).json).toMatchObject({
      needsDecision: false,
      decisions: [{ outcome: 'warned', strikes: 2, decidedBy: expect.any(String) }],
    });
    expect(await isWaiting()).toBe(false);
    await remove(-0.001);
    expect(await isWaiting()).toBe(true);
  });

  test('is refused to staff, for other strikes than were seen, and without any', async () => {
    expect((await decideAccount(0)).json.code).toBe('not-allowed-in-state');
    await remove();
    expect((await decideAccount(1, staff)).status).toBe(403);
    expect((await decideAccount(2)).json.code).toBe('conflict');
    expect((await read()).decisions).toEqual([]);
  });
});
