import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { renderMailHtml } from '#src/platform/mail/mail-html.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { deadlineOf } from '../complaints.rules.ts';
import type { Party } from '../complaints.schema.ts';
import { complaintEvents, complaints } from './complaints.table.ts';
import { addComplaint } from './complaints.testing.ts';
import { signReportToken } from './report-links.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let fan: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff, fan, influencer] = [
    await app.as('admin'),
    await app.as('staff'),
    await app.as('subscriber'),
    await app.as('influencer'),
  ];
  await subscribe(app, fan, influencer);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.limits.report.reset('local');
  await app.limits.reportLink.reset('local');
});

const REPORT = {
  kind: 'privacy',
  address: 'https://example.test/somebody',
  explanation: 'My street can be read in the second picture.',
  name: 'Ines Calloway',
  email: 'ines@example.test',
  goodFaith: true,
};
const report = (values: object = {}) =>
  app.call('POST', '/api/reports', { body: { ...REPORT, ...values } });
const read = async (id: string, user = admin) =>
  (await app.call('GET', `/api/complaints/${id}`, { user })).json;
const change = (id: string, action: string, body: object, user = admin) =>
  app.call('POST', `/api/complaints/${id}/${action}`, { user, body });
const REMOVAL = { outcome: 'removed', policy: 'privacy', text: 'A street is shown.' };
const decide = async (id: string, version: number, body: object = {}, user = admin) => {
  const decision = await withPolicyVersion(app, 'complaint', { ...REMOVAL, ...body });
  return change(id, 'decision', { version, ...decision }, user);
};
const newest = async () => {
  const [found] = await app.db.select().from(complaints).orderBy(desc(complaints.createdAt));
  return found!;
};
const countComplaints = async () => (await app.db.select().from(complaints)).length;
const addressOf = (postId: string) =>
  `https://example.test/subscriptions/${influencer.id}?post=${postId}`;
const postOf = async (id: string) => {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!;
};
const feedIds = async () => {
  const { json } = await app.call('GET', '/api/feed', { user: fan });
  return json.posts.map(({ id }: { id: string }) => id) as string[];
};

describe('a report', () => {
  test('needs no account, and gets a case number, a deadline and a receipt', async () => {
    const email = 'first@example.test';
    const { status, json } = await report({ email });
    expect(status).toBe(200);
    expect(json.reference).toMatch(/^RP-[\dA-F]{8}$/);
    const stored = await newest();
    expect(stored.dueAt).toEqual(deadlineOf('privacy', stored.createdAt));
    expect(await queuedMails(app, email)).toMatchObject([
      { subject: 'We have received your report' },
    ]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ email: '' }, 'email'],
    [{ goodFaith: false }, 'goodFaith'],
    [{ explanation: 'Too short' }, 'explanation'],
    [{ kind: 'non_consensual' }, 'signature'],
    [{ kind: 'copyright', signature: 'Ines', underPenalty: true }, 'work'],
    [{ kind: 'copyright', signature: 'Ines', work: 'A picture' }, 'underPenalty'],
    [{ kind: 'copyright', underPenalty: true, work: 'A picture' }, 'signature'],
  ])('with %o is refused because of %s', async (values, field) => {
    const { status, json } = await report(values);
    expect(status).toBe(400);
    expect(json.errors.map(({ path }: { path: string }) => path)).toEqual([field]);
  });

  test('of a minor needs no name, and the database requires one for every other kind', async () => {
    expect((await report({ kind: 'minor', name: '', email: '' })).status).toBe(200);
    await expect(addComplaint(app, { name: null })).rejects.toMatchObject({
      cause: { constraint: 'complaints_reporter' },
    });
    await expect(addComplaint(app, { kind: 'copyright', work: 'Mine' })).rejects.toMatchObject({
      cause: { constraint: 'complaints_signed' },
    });
  });

  test('that is sent twice is one complaint', async () => {
    const explanation = 'The same words, sent twice in a row.';
    const [first, second] = await Promise.all([report({ explanation }), report({ explanation })]);
    expect(second.json.reference).toBe(first.json.reference);
  });

  test('with a filled bot trap stores nothing', async () => {
    const before = await countComplaints();
    expect((await report({ explanation: 'A'.repeat(30), leaveThisEmpty: 'x' })).status).toBe(200);
    expect(await countComplaints()).toBe(before);
  });

  test('is refused after ten from one network, and the flood leaves ten rows', async () => {
    const before = await countComplaints();
    const statuses: number[] = [];
    for (let index = 0; index < 14; index++) {
      statuses.push((await report({ explanation: `Report number ${index} of a flood.` })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    expect(await countComplaints()).toBe(before + 10);
  });

  test('is refused while all networks together send too many, and nothing accepted is lost', async () => {
    const before = await countComplaints();
    expect((await report({ explanation: 'The last one that is accepted.' })).status).toBe(200);
    await app.db.execute(sql`update rate_limits set points = 600 where key = 'all-reports:all'`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        report({ explanation: `One of ten thousand, number ${index}.` }),
      ),
    );
    for (const { status, headers } of answers) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await countComplaints()).toBe(before + 1);
    await app.limits.allReports.reset('all');
  });

  test('with script in it is text in the record and in the mails', async () => {
    const script = '<script>alert(1)</script>';
    const [explanation, email] = [`${script} in the explanation`, 'script@example.test'];
    await report({ name: script, explanation, email });
    const { id } = await newest();
    expect(await read(id)).toMatchObject({ explanation, reporter: script });
    const decision = { outcome: 'no_action', policy: 'no_violation', text: explanation };
    await decide(id, 1, decision);
    const mails = await queuedMails(app, email);
    expect(mails).toHaveLength(2);
    for (const { subject, heading, paragraphs, facts } of mails) {
      const content = { subject, heading, paragraphs, facts };
      expect(await renderMailHtml(content, app.config.publicUrl)).not.toMatch(/<script/i);
    }
  });

  test('mails one address at most five receipts a day', async () => {
    const email = 'flooded@example.test';
    for (let index = 0; index < 7; index++) {
      await report({ email, explanation: `Report ${index} with somebody else’s address.` });
    }
    expect(await queuedMails(app, email)).toHaveLength(5);
  });

  test('of a deleted post stays readable', async () => {
    const caption = `Curtain${' of velvet'.repeat(8)}, drawn`;
    const { id: postId } = await publish(app, influencer, { caption });
    await report({ address: addressOf(postId), explanation: 'Soon to be deleted by its author.' });
    const { id } = await newest();
    expect(await read(id)).toMatchObject({ postId });
    await app.call('DELETE', `/api/posts/${postId}`, { user: admin });
    const seen = await read(id);
    expect(seen).toMatchObject({
      postId: null,
      label: expect.stringMatching(/: Curtain.* velvet…$/),
    });
  });
});

describe('a report of a minor', () => {
  const reportMinor = (postId: string) =>
    report({ kind: 'minor', name: '', email: '', address: addressOf(postId) });

  test('hides the post at once from everyone, and nothing publishes it', async () => {
    const { id: postId } = await publish(app, influencer);
    expect(await feedIds()).toContain(postId);
    await reportMinor(postId);
    expect(await feedIds()).not.toContain(postId);
    await publishDuePosts(app.services);
    expect(await feedIds()).not.toContain(postId);
    await expect(
      app.db
        .update(contentPosts)
        .set({ publishedAt: sql`now()` })
        .where(eq(contentPosts.id, postId)),
    ).rejects.toMatchObject({ cause: { constraint: 'content_posts_hidden_is_unpublished' } });
    expect((await app.call('DELETE', `/api/posts/${postId}`, { user: admin })).status).toBe(409);
    const { version } = await postOf(postId);
    const body = { caption: 'Changed', category: 'Goth', aiUse: 'none', version };
    const path = `/api/posts/${postId}`;
    expect((await app.call('PATCH', path, { user: admin, body })).status).toBe(409);
    const subjects = (await queuedMails(app, influencer.email)).map(({ subject }) => subject);
    expect(subjects).toContain('One of your posts is hidden for now');
  });

  test('is seen by admins alone', async () => {
    const id = await addComplaint(app, { kind: 'minor' });
    expect((await app.call('GET', `/api/complaints/${id}`, { user: staff })).status).toBe(404);
    expect((await decide(id, 1, {}, staff)).status).toBe(404);
    const { json } = await app.call('GET', '/api/complaints?kind=minor', { user: staff });
    expect(json.rows).toEqual([]);
    expect((await read(id)).id).toBe(id);
  });

  test('hides no post again that the team has cleared', async () => {
    const { id: postId } = await publish(app, influencer);
    const published = (await postOf(postId)).publishedAt;
    await reportMinor(postId);
    const { id, version } = await newest();
    const text = 'Everyone shown has proved their age.';
    await decide(id, version, { outcome: 'no_action', policy: 'no_violation', text });
    expect((await postOf(postId)).publishedAt).toEqual(published);
    await report({
      kind: 'minor',
      address: addressOf(postId),
      explanation: 'A second report of it.',
    });
    expect(await feedIds()).toContain(postId);
  });
});

describe('a decision', () => {
  test('to remove hides the post, and gives reasons to both sides without the reporter', async () => {
    const other = await app.as('influencer');
    const { id: postId } = await publish(app, other);
    const email = 'reporter-1@example.test';
    const id = await addComplaint(app, { postId, influencerId: other.id, email });
    expect((await decide(id, 1)).json).toMatchObject({
      state: 'decided',
      outcome: 'removed',
      isHidden: true,
    });
    const [statement] = await queuedMails(app, other.email);
    expect(statement).toMatchObject({ subject: 'One of your posts was removed' });
    expect(JSON.stringify(statement)).toContain('A street is shown.');
    expect(JSON.stringify(statement)).not.toContain(email);
    expect(await queuedMails(app, email)).toMatchObject([
      { subject: 'We have decided on your report' },
    ]);
  });

  test('is made once, also when two people decide at the same time', async () => {
    const id = await addComplaint(app);
    const results = await Promise.all([decide(id, 1), decide(id, 1, {}, staff)]);
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  test('needs a reason that fits, and the version that was read', async () => {
    const id = await addComplaint(app);
    expect((await decide(id, 1, { policy: 'no_violation' })).status).toBe(400);
    expect((await decide(id, 2)).json.code).toBe('conflict');
  });

  test('restores a post only when no other complaint hides it', async () => {
    const { id: postId } = await publish(app, influencer);
    const ids = [await addComplaint(app, { postId }), await addComplaint(app, { postId })];
    for (const id of ids) expect((await change(id, 'hide', { version: 1 })).status).toBe(200);
    const clear = { outcome: 'no_action', policy: 'no_violation', text: 'Nothing private in it.' };
    expect((await decide(ids[0]!, 2, clear)).json.isHidden).toBe(true);
    expect((await decide(ids[1]!, 2, clear)).json.isHidden).toBe(false);
    expect(await feedIds()).toContain(postId);
  });

  test('of two complaints at the same time restores the post', async () => {
    const { id: postId } = await publish(app, influencer);
    const ids = [await addComplaint(app, { postId }), await addComplaint(app, { postId })];
    for (const id of ids) await change(id, 'hide', { version: 1 });
    const restored = await Promise.all(ids.map((id) => change(id, 'restore', { version: 2 })));
    expect(restored.map(({ status }) => status)).toEqual([200, 200]);
    expect((await postOf(postId)).hiddenAt).toBeNull();
  });
});

describe('the private link', () => {
  const tokenOf = (id: string) => signReportToken(app.services.config.secrets, id, 'reporter');
  const look = (token: string) => app.call('POST', '/api/report-status', { body: { token } });
  const add = (token: string, text: string) =>
    app.call('POST', '/api/report-status/information', { body: { token, text } });

  test('opens its report alone, and no forged link opens one', async () => {
    const [own, other] = [await addComplaint(app), await addComplaint(app)];
    const signature = tokenOf(own).split('.')[1]!;
    expect((await look(tokenOf(own))).json.reference).toBe(`RP-${own.slice(0, 8).toUpperCase()}`);
    for (const token of ['', own, `${other}.${signature}`, `${own}.${'A'.repeat(43)}`]) {
      expect((await look(token)).status).toBe(404);
      expect((await add(token, 'More')).status).toBe(404);
    }
  });

  test('answers a question, and the deadline moves by the time that took', async () => {
    const id = await addComplaint(app);
    const { dueAt } = await read(id);
    await change(id, 'questions', { version: 1, question: 'Which picture?' });
    expect((await read(id)).state).toBe('waiting');
    await app.db
      .update(complaints)
      .set({ pausedAt: sql`now() - interval '2 days'` })
      .where(eq(complaints.id, id));
    expect((await look(tokenOf(id))).json.question).toBe('Which picture?');
    expect((await add(tokenOf(id), 'The second.')).json).toMatchObject({
      state: 'open',
      question: null,
      information: [{ text: 'The second.' }],
    });
    const moved = Date.parse((await read(id)).dueAt) - Date.parse(dueAt);
    expect(moved).toBeGreaterThanOrEqual(2 * 86_400_000);
    expect((await change(id, 'questions', { version: 1, question: 'Old?' })).status).toBe(409);
  });

  test.each(['minor', 'non_consensual'] as const)(
    'no question pauses the deadline of %s',
    async (kind) => {
      const id = await addComplaint(app, { kind, signature: 'Ines' });
      expect((await change(id, 'questions', { version: 1, question: 'Why?' })).status).toBe(409);
    },
  );

  test('shows the decision, and takes nothing more after it', async () => {
    const id = await addComplaint(app);
    await decide(id, 1);
    expect((await look(tokenOf(id))).json.decision).toMatchObject({
      outcome: 'removed',
      reason: 'Personal information must stay private',
      text: 'A street is shown.',
    });
    expect((await add(tokenOf(id), 'One more thing')).status).toBe(409);
  });
});

describe('a report that came as a message', () => {
  const FIELDS = { signature: 'Ines Calloway', goodFaith: true };
  const sign = (id: string, fields: object = {}, party: Party = 'reporter') =>
    app.call('POST', '/api/report-status/signature', {
      body: { token: signReportToken(app.config.secrets, id, party), ...FIELDS, ...fields },
    });
  const status = async (id: string) =>
    (
      await app.call('POST', '/api/report-status', {
        body: { token: signReportToken(app.config.secrets, id, 'reporter') },
      })
    ).json;

  test('is signed by its reporter afterwards, once', async () => {
    const id = await addComplaint(app, { kind: 'non_consensual', source: 'message' });
    expect((await status(id)).needsSignature).toBe(true);
    expect((await sign(id, { goodFaith: false })).status).toBe(400);
    expect((await sign(id)).json.needsSignature).toBe(false);
    expect((await sign(id)).status).toBe(200);
    expect((await sign(id, { signature: 'Somebody else' })).status).toBe(409);
    const { signature, events } = await read(id);
    expect(signature).toBe('Ines Calloway');
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['signed']);
  });

  test('about copyright also names the work, under penalty of perjury', async () => {
    const id = await addComplaint(app, { kind: 'copyright', source: 'message' });
    const missing = await sign(id);
    expect(missing.json.errors.map(({ path }: { path: string }) => path)).toEqual([
      'work',
      'underPenalty',
    ]);
    expect((await sign(id, { work: 'A picture', underPenalty: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ work: 'A picture', signature: 'Ines Calloway' });
    await expect(
      app.db.update(complaints).set({ work: null }).where(eq(complaints.id, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'complaints_work' } });
  });

  test.each([
    ['of a kind that needs none', { kind: 'privacy', source: 'message' }],
    ['that was signed in the form', { kind: 'non_consensual', signature: 'Ines' }],
  ] as const)('%s cannot be signed', async (_, values) => {
    const id = await addComplaint(app, values);
    expect((await status(id)).needsSignature).toBe(false);
    expect((await sign(id)).status).toBe(409);
  });

  test('is not signed through the link of the influencer', async () => {
    const id = await addComplaint(app, { kind: 'non_consensual', source: 'message' });
    expect((await sign(id, {}, 'influencer')).status).toBe(404);
  });
});

test('what happened to a complaint cannot be changed or deleted', async () => {
  const id = await addComplaint(app);
  await decide(id, 1);
  const ofComplaint = eq(complaintEvents.complaintId, id);
  const refusal = { cause: { message: 'events of complaints are never changed' } };
  await expect(
    app.db.update(complaintEvents).set({ text: 'Other' }).where(ofComplaint),
  ).rejects.toMatchObject(refusal);
  await expect(app.db.delete(complaintEvents).where(ofComplaint)).rejects.toMatchObject(refusal);
  // With its complaint, after the retention period.
  await app.db.delete(complaints).where(eq(complaints.id, id));
  expect(await app.db.select().from(complaintEvents).where(ofComplaint)).toEqual([]);
});

test('overdue complaints are counted, and wait for the team as late', async () => {
  await addComplaint(app, { dueAt: new Date(Date.now() - 1_000) });
  const { json } = await app.call('GET', '/api/complaints/counts', { user: staff });
  expect(json.overdue).toBe(1);
  const found = await app.call('GET', '/api/complaints?state=overdue', { user: staff });
  expect(found.json.rows).toMatchObject([{ isLate: true, state: 'open' }]);
  const queue = await app.call('GET', '/api/work-queue', { user: staff });
  expect(queue.json.items).toContainEqual(expect.objectContaining({ kind: 'complaint', late: 1 }));
});

test('a complaint is found by the case number that its reporter quotes', async () => {
  const [id] = [await addComplaint(app), await addComplaint(app)];
  const { reference } = await read(id);
  for (const search of [reference, ` ${reference.toLowerCase()} `]) {
    const query = `search=${encodeURIComponent(search)}`;
    const { json } = await app.call('GET', `/api/complaints?${query}`, { user: staff });
    expect(json.rows.map((row: { id: string }) => row.id)).toEqual([id]);
  }
});
