import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postContents } from '#src/features/content/posts/server/post-contents.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { rateLimits } from '#src/platform/http/rate-limits.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { postsHiddenPerDay } from '../../complaints.rules.ts';
import type { Report } from '../../reports.schema.ts';
import { complaints } from '../complaints.table.ts';
import { submitReport } from '../submit-report.ts';
import { HIDING_QUEUE, hideWaitingPost } from './hide-automatically.ts';

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
  await app.db.delete(rateLimits);
  await app.db.delete(complaints);
  await app.db.execute(sql`delete from jobs.job`);
});
afterAll(() => app.close());

const publishMany = async (count: number) => {
  const posts: string[] = [];
  for (let n = 0; n < count; n++) posts.push((await publish(app, influencer)).id);
  return posts;
};
const report = (postId: string, network: string, values: Partial<Report> = {}) =>
  submitReport(
    app.services,
    {
      kind: 'minor',
      address: `https://example.test/subscriptions/${influencer.id}?post=${postId}`,
      explanation: `Somebody looks young in ${postId}.`,
      name: '',
      email: '',
      goodFaith: true,
      ...values,
    } as Report,
    network,
  );
const hidden = async () =>
  (
    await app.db
      .select({ id: contentPosts.id })
      .from(contentPosts)
      .where(
        sql`${contentPosts.influencerId} = ${influencer.id} and ${contentPosts.hiddenAt} is not null`,
      )
  ).map(({ id }) => id);
const waiting = () => app.db.select().from(complaints).where(isNotNull(complaints.hidesPostAt));
const endWait = async () => {
  const jobs = await app.db.execute<{ data: { complaintId: string } }>(
    sql`select data from jobs.job where name = ${HIDING_QUEUE.name}`,
  );
  await app.db
    .update(complaints)
    .set({ hidesPostAt: sql`now()` })
    .where(isNotNull(complaints.hidesPostAt));
  for (const { data } of jobs.rows) await hideWaitingPost(app.services, data);
};
const clear = async () => {
  const [newest] = await app.db.select().from(complaints).orderBy(desc(complaints.createdAt));
  const { id, version } = newest!;
  const decision = await withPolicyVersion(app, 'complaint', {
    outcome: 'no_action',
    policy: 'no_violation',
    text: 'Everyone shown has proved their age.',
  });
  const body = { version, ...decision };
  const { status } = await app.call('POST', `/api/complaints/${id}/decision`, {
    user: admin,
    body,
  });
  expect(status).toBe(200);
};

test('thirty parallel reports from three addresses hide five posts of an influencer at once, the others wait', async () => {
  const posts = await publishMany(30);
  await Promise.all(posts.map((id, n) => report(id, `203.0.113.${n % 3}`)));
  expect(await hidden()).toHaveLength(5);
  expect(await waiting()).toHaveLength(25);
});

test('one reporter hides three posts a day, by address from any network', async () => {
  const posts = await publishMany(5);
  for (const [n, id] of posts.entries()) {
    await report(id, `203.0.113.${n}`, { name: 'Ines', email: 'Ines@example.test' });
  }
  expect(await hidden()).toEqual(expect.arrayContaining(posts.slice(0, 3)));
  expect(await hidden()).toHaveLength(3);
});

test('one network hides five posts an hour, whatever addresses its reporters give', async () => {
  const others: string[] = [];
  for (let n = 0; n < 6; n++) {
    influencer = await app.as('influencer');
    const [id] = await publishMany(1);
    others.push(id!);
    await report(id!, '2001:db8::/64', { name: 'Ines', email: `ines-${n}@example.test` });
  }
  const rows = await app.db.select().from(contentPosts).where(isNotNull(contentPosts.hiddenAt));
  expect(rows.filter(({ id }) => others.includes(id))).toHaveLength(5);
  expect(await waiting()).toMatchObject([{ postId: others[5] }]);
});

test('a report above the limit is mailed to who may read it, and hides its post within 15 minutes', async () => {
  const posts = await publishMany(4);
  for (const id of posts) await report(id, '203.0.113.7');
  const mailed = async (user: TestUser) =>
    (await queuedMails(app, user.email)).map(({ subject }) => subject);
  expect(await mailed(admin)).toContain('A report waits for your decision');
  expect(await mailed(staff)).not.toContain('A report waits for your decision');
  const { rows } = await app.db.execute<{ seconds: number }>(sql`
    select extract(epoch from start_after - created_on)::int as seconds
    from jobs.job where name = ${HIDING_QUEUE.name}`);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.seconds).toBeLessThan(15 * 60);
  await endWait();
  await endWait();
  expect(await hidden()).toHaveLength(4);
  expect(await waiting()).toEqual([]);
  const statements = await queuedMails(app, influencer.email);
  expect(statements.filter(({ subject }) => subject.includes('is hidden'))).toHaveLength(4);
});

test('a report that waits before its time, or that somebody has decided, hides nothing', async () => {
  const posts = await publishMany(4);
  for (const id of posts) await report(id, '203.0.113.7');
  const [last] = await waiting();
  await hideWaitingPost(app.services, { complaintId: last!.id });
  expect(await hidden()).toHaveLength(3);
  await clear();
  await endWait();
  expect(await hidden()).not.toContain(posts[3]);
});

test('a post that was hidden and shown again by a person is not hidden by the report that waited', async () => {
  const posts = await publishMany(4);
  for (const id of posts) await report(id, '203.0.113.7');
  const [last] = await waiting();
  const change = async (action: string, version: number) =>
    app.call('POST', `/api/complaints/${last!.id}/${action}`, { user: admin, body: { version } });
  const { json } = await change('hide', last!.version);
  await change('restore', json.version);
  await endWait();
  expect(await hidden()).not.toContain(posts[3]);
});

test('a cleared post stays visible until it is changed', async () => {
  const [id] = await publishMany(1);
  await report(id!, '203.0.113.7');
  await clear();
  await report(id!, '203.0.113.8');
  expect(await hidden()).toEqual([]);
  expect(await waiting()).toEqual([]);
  const changed = { postId: id!, contentHash: 'changed', waitsSince: sql`now()` };
  await app.db
    .insert(postContents)
    .values(changed)
    .onConflictDoUpdate({ target: postContents.postId, set: changed });
  await report(id!, '203.0.113.9', { explanation: 'The new picture shows somebody young.' });
  expect(await hidden()).toEqual([id]);
});

test('a tenth of an influencer’s posts are hidden at once within a day, and at least five', () => {
  expect([0, 59, 60, 200].map(postsHiddenPerDay)).toEqual([5, 5, 6, 20]);
});

test('the operation counts by the network of its caller', async () => {
  const posts = await publishMany(4);
  await app.limits.report.reset('local');
  for (const id of posts) {
    const address = `https://example.test/x?post=${id}`;
    const body = {
      kind: 'minor',
      address,
      explanation: 'Somebody in it looks young.',
      goodFaith: true,
    };
    const sent = await app.call('POST', '/api/reports', {
      body: { name: '', email: '', ...body },
    });
    expect(sent.status).toBe(200);
  }
  expect(await hidden()).toHaveLength(3);
  const [last] = await app.db.select().from(complaints).where(eq(complaints.postId, posts[3]!));
  const read = await app.call('GET', `/api/complaints/${last!.id}`, { user: admin });
  expect(read.json.hidesPostAt).toEqual(expect.any(String));
});
