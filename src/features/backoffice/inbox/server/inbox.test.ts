import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { deadlineOf } from '#src/features/trust/complaints/complaints.rules.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { subscribe } from '#test/posts.ts';
import type { InboxRow } from '../inbox.schema.ts';
import { insertMessage, openConversation, queuedReplies, reply } from './inbox.testing.ts';

const DAY = 24 * 60 * 60_000;

let app: TestApp;
let odile: TestUser;
let rex: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [odile, rex] = [await app.as('staff'), await app.as('admin')];
});
beforeEach(async () => {
  await app.db.delete(contactMessages);
  await app.db.execute(sql`delete from jobs.job`);
});
afterAll(() => app.close());

const change = (id: string, action: string, user = odile) =>
  app.call('POST', `/api/inbox/${id}/${action}`, { user });
const list = async (query = '', user = odile): Promise<InboxRow[]> =>
  (await app.call('GET', `/api/inbox${query}`, { user })).json.rows;
const names = async (query = '', user = odile) => (await list(query, user)).map(({ name }) => name);
const stateOf = async (id: string) => {
  const { answeredAt, archivedAt } = (await openConversation(app, odile, id)).conversation;
  return archivedAt ? 'archived' : answeredAt ? 'answered' : 'open';
};

describe('the list', () => {
  test('finds messages by state, topic, and text of name, address and message', async () => {
    const now = new Date();
    await insertMessage(app, { name: 'Open', message: 'About 100% of it' });
    await insertMessage(app, { name: 'Answered', answeredAt: now, topic: 'Copyright (DMCA)' });
    await insertMessage(app, { name: 'Archived', answeredAt: now, archivedAt: now });
    expect(await names('?state=open')).toEqual(['Open']);
    expect(await names('?state=answered')).toEqual(['Answered']);
    expect(await names('?state=archived')).toEqual(['Archived']);
    expect(await names(`?topic=${encodeURIComponent('Copyright (DMCA)')}`)).toEqual(['Answered']);
    expect(await names('?search=100%25')).toEqual(['Open']);
    expect(await names('?search=ADA@example&state=archived')).toEqual(['Archived']);
    const { json } = await app.call('GET', '/api/inbox/counts', { user: odile });
    expect(json).toEqual({ all: 3, open: 1, answered: 1, archived: 1, late: 0 });
  });

  test('shows the messages of an owner, and counts them', async () => {
    const id = await insertMessage(app, { name: 'Mine' });
    await insertMessage(app, { name: 'Nobody’s' });
    const body = { ids: [id, randomUUID()], ownerId: rex.id };
    const { json } = await app.call('PUT', '/api/inbox/owner', { user: odile, body });
    expect(json).toMatchObject({ changed: [id], refused: [{ id: body.ids[1] }] });
    expect(await names('?owner=me', rex)).toEqual(['Mine']);
    expect(await names('?owner=nobody', rex)).toEqual(['Nobody’s']);
    const counts = await app.call('GET', '/api/inbox/counts?owner=me', { user: rex });
    expect(counts.json).toMatchObject({ all: 1, open: 1 });
    const bell = await app.call('GET', '/api/staff-notifications', { user: rex });
    expect(bell.json.notifications).toContainEqual(
      expect.objectContaining({ kind: 'assigned_message', id }),
    );
  });

  test('is sorted by the latest text of the sender, or by what is due first', async () => {
    const ago = (days: number) => new Date(Date.now() - days * DAY);
    await insertMessage(app, { name: 'A', lastReceivedAt: ago(1), dueAt: ago(0.5) });
    await insertMessage(app, { name: 'B', lastReceivedAt: ago(2), dueAt: ago(3) });
    expect(await names()).toEqual(['A', 'B']);
    expect(await names('?sort=due')).toEqual(['B', 'A']);
    const { json } = await app.call('GET', '/api/inbox/counts', { user: odile });
    expect(json.late).toBe(2);
  });

  test('shows limited staff the messages of visitors and of their influencers', async () => {
    const [own, other] = [await app.as('influencer'), await app.as('influencer')];
    const limited = await createLimitedStaff(app, own);
    await insertMessage(app, { name: 'Visitor' });
    await insertMessage(app, { name: 'Own', influencerId: own.id });
    await insertMessage(app, { name: 'Other', influencerId: other.id });
    expect((await names('', limited)).toSorted()).toEqual(['Own', 'Visitor']);
  });
});

describe('many messages', () => {
  const changeAll = async (action: string, ids: string[], user = odile): Promise<BulkResult> =>
    (await app.call('POST', `/api/inbox/${action}`, { user, body: { ids } })).json;

  test('are answered at once, each by one of two people, and opened again by whoever did it', async () => {
    const ids = [await insertMessage(app), await insertMessage(app), await insertMessage(app)];
    const results = await Promise.all([odile, rex].map((user) => changeAll('answer', ids, user)));
    expect(results.flatMap(({ changed }) => changed).toSorted()).toEqual(ids.toSorted());
    for (const { changed, refused } of results) {
      expect([...changed, ...refused.map(({ id }) => id)].toSorted()).toEqual(ids.toSorted());
      for (const { reason } of refused) expect(reason).toMatch(/has marked this message as answ/);
    }
    await Promise.all([odile, rex].map((user) => changeAll('answer/undo', ids, user)));
    expect(await Promise.all(ids.map(stateOf))).toEqual(['open', 'open', 'open']);
  });

  test('are archived and restored, except those that somebody else has restored meanwhile', async () => {
    const now = new Date();
    const [open, answered] = [
      await insertMessage(app),
      await insertMessage(app, { answeredAt: now, answeredBy: rex.id }),
    ];
    expect(await changeAll('archive', [open, answered])).toEqual({
      changed: [open, answered],
      refused: [],
    });
    await change(open, 'restore', rex);
    expect(await changeAll('archive/undo', [open, answered])).toEqual({
      changed: [answered],
      refused: [{ id: open, reason: 'This message is open already' }],
    });
    expect([await stateOf(open), await stateOf(answered)]).toEqual(['open', 'answered']);
  });
});

describe('the sender of a message', () => {
  test('is shown with picture, role and subscriptions if the address is that of an account', async () => {
    const [fan, nova] = [await app.as('subscriber'), await app.as('influencer')];
    await subscribe(app, fan, nova);
    const [avatar] = await app.db
      .insert(avatars)
      .values({ userId: fan.id, s3Key: 'avatars/a.webp' })
      .returning({ id: avatars.id });
    const id = await insertMessage(app, { email: fan.email });
    expect((await openConversation(app, odile, id)).conversation.sender).toMatchObject({
      id: fan.id,
      role: 'subscriber',
      avatar: avatar!.id,
      isSuspended: false,
      subscriptions: [{ status: 'active' }],
    });
    const unknown = await insertMessage(app);
    expect((await openConversation(app, odile, unknown)).conversation.sender).toBeNull();
  });

  test('is shown to limited staff only with subscriptions to their influencers', async () => {
    const [fan, own, other] = [
      await app.as('subscriber'),
      await app.as('influencer'),
      await app.as('influencer'),
    ];
    const [limited, elsewhere] = [
      await createLimitedStaff(app, own),
      await createLimitedStaff(app),
    ];
    const subscription = await subscribe(app, fan, own);
    await subscribe(app, fan, other);
    const id = await insertMessage(app, { email: fan.email });
    const { sender } = (await openConversation(app, limited, id)).conversation;
    expect(sender!.subscriptions.map((each) => each.id)).toEqual([subscription]);
    expect((await openConversation(app, elsewhere, id)).conversation.sender).toBeNull();
  });
});

describe('a reply', () => {
  test('answers its message, is shown with its author, and waits for an undo', async () => {
    const id = await insertMessage(app);
    const { status, json } = await reply(app, odile, id, ' Hello\n\nAda ');
    expect(status).toBe(200);
    expect(json.conversation).toMatchObject({
      answeredBy: 'staff 1',
      entries: [{ text: 'Hello\n\nAda', isReceived: false, author: 'staff 1', sentAt: null }],
    });
    expect(await queuedReplies(app)).toEqual([json.replyId]);
    const undone = await change(id, `replies/${json.replyId}/undo`);
    expect(undone.json).toMatchObject({ entries: [], answeredAt: null });
    expect((await change(id, `replies/${json.replyId}/undo`)).status).toBe(404);
  });

  test('of two people at once is sent once, and the other learns who was first', async () => {
    const id = await insertMessage(app);
    const body = { text: 'Hello', after: null };
    const send = (user: TestUser) => app.call('POST', `/api/inbox/${id}/replies`, { user, body });
    const answers = await Promise.all([send(odile), send(odile), send(rex)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refused.json).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/^(staff 1|admin 2) has replied in the meantime$/),
    });
    expect(await queuedReplies(app)).toHaveLength(1);
  });

  test('is undone only by its author, and not once it is being sent', async () => {
    const id = await insertMessage(app);
    const { replyId } = (await reply(app, odile, id)).json;
    expect((await change(id, `replies/${replyId}/undo`, rex)).json.detail).toBe(
      'Only its author can undo a reply',
    );
    await app.db.update(contactReplies).set({ attemptedAt: new Date() });
    expect((await change(id, `replies/${replyId}/undo`)).json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: 'It’s too late to undo this. The email is on its way',
    });
  });

  test('to an answered message does not open it when it is undone', async () => {
    const id = await insertMessage(app, { answeredAt: new Date(Date.now() - DAY) });
    const { replyId } = (await reply(app, odile, id)).json;
    await change(id, `replies/${replyId}/undo`);
    expect(await stateOf(id)).toBe('answered');
  });

  test('that failed is sent again once', async () => {
    const id = await insertMessage(app);
    const { replyId } = (await reply(app, odile, id)).json;
    expect((await change(id, `replies/${replyId}/resend`)).status).toBe(409);
    await app.db.update(contactReplies).set({ failedAt: new Date(), failure: 'refused' });
    expect((await list())[0]!.hasFailed).toBe(true);
    const answers = await Promise.all([1, 2].map(() => change(id, `replies/${replyId}/resend`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await list())[0]!.hasFailed).toBe(false);
  });

  test.each([['  '], ['x'.repeat(10_001)], ['\0']])('%o is refused', async (text) => {
    const id = await insertMessage(app);
    expect((await reply(app, odile, id, text)).status).toBe(400);
    expect(await queuedReplies(app)).toEqual([]);
  });
});

describe('a message', () => {
  test('is archived from any state, and restored to it', async () => {
    const open = await insertMessage(app);
    const answered = await insertMessage(app, { answeredAt: new Date(Date.now() - DAY) });
    for (const [id, state] of [
      [open, 'open'],
      [answered, 'answered'],
    ] as const) {
      expect((await change(id, 'archive')).status).toBe(200);
      expect(await stateOf(id)).toBe('archived');
      expect((await change(id, 'archive', rex)).json.detail).toBe(
        'staff 1 has archived this message',
      );
      expect((await change(id, 'restore')).status).toBe(200);
      expect(await stateOf(id)).toBe(state);
    }
    expect((await change(open, 'restore')).json.detail).toBe('This message is open already');
  });

  test('that was answered is reopened, unless the same one is open', async () => {
    const id = await insertMessage(app, { answeredAt: new Date(), fingerprint: 'same' });
    expect((await change(id, 'reopen')).status).toBe(200);
    expect((await change(id, 'reopen')).status).toBe(409);
    await app.call('POST', `/api/contact/${id}/answered`, { user: odile });
    await insertMessage(app, { fingerprint: 'same' });
    expect((await change(id, 'reopen')).json.code).toBe('conflict');
    expect((await change(randomUUID(), 'archive')).status).toBe(404);
  });
});

describe('reply templates', () => {
  const send = (method: 'POST' | 'PUT', path: string, body: object, user = odile) =>
    app.call(method, `/api/reply-templates${path}`, { user, body });

  test('are shared by all; the second of two changes is refused', async () => {
    const { id } = (await send('POST', '', { title: 'Refund', text: 'Hello {name}' })).json;
    const { json } = await app.call('GET', '/api/reply-templates', { user: rex });
    expect(json.templates).toEqual([{ id, title: 'Refund', text: 'Hello {name}', version: 1 }]);
    const changed = { title: 'Refunds', text: 'Hi', version: 1 };
    expect((await send('PUT', `/${id}`, changed, rex)).status).toBe(200);
    expect((await send('PUT', `/${id}`, changed)).json.code).toBe('conflict');
    const remove = () => app.call('DELETE', `/api/reply-templates/${id}`, { user: odile });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await send('PUT', `/${id}`, changed)).status).toBe(404);
  });

  test('have names that are taken once, whatever their case', async () => {
    const { id } = (await send('POST', '', { title: 'One', text: 'x' })).json;
    const { id: two } = (await send('POST', '', { title: 'Two', text: 'x' })).json;
    expect((await send('POST', '', { title: ' ONE ', text: 'y' })).status).toBe(409);
    expect(
      (await send('PUT', `/${two}`, { title: 'one', text: 'y', version: 1 })).json.detail,
    ).toBe('There’s a template with this name');
    expect((await send('PUT', `/${id}`, { title: 'one', text: 'y', version: 1 })).status).toBe(200);
  });
});

describe('a message that is handed over', () => {
  const handOver = (id: string, kind: string, user = odile) =>
    app.call('POST', `/api/inbox/${id}/complaint`, {
      user,
      body: { kind, address: 'https://example.test/nova' },
    });

  test('becomes one complaint, whose deadline counts from when the message arrived', async () => {
    const createdAt = new Date(Date.now() - 3 * DAY);
    const email = 'ivo@example.test';
    const id = await insertMessage(app, { topic: 'Copyright (DMCA)', email, createdAt });
    const { json } = await handOver(id, 'copyright');
    expect(json).toMatchObject({ answeredAt: expect.any(String), complaint: { isVisible: true } });
    expect(await stateOf(id)).toBe('answered');
    const { json: complaint } = await app.call('GET', `/api/complaints/${json.complaint.id}`, {
      user: odile,
    });
    expect(complaint).toMatchObject({
      source: 'message',
      explanation: 'I cannot find my receipt of May.',
      email,
      createdAt: createdAt.toISOString(),
      dueAt: deadlineOf('copyright', createdAt).toISOString(),
      reference: json.complaint.reference,
    });
    expect(await queuedMails(app, email)).toMatchObject([
      { subject: 'We have received your report' },
    ]);
    expect((await handOver(id, 'privacy')).json.code).toBe('not-allowed-in-state');
    expect(await app.db.select().from(complaints)).toHaveLength(1);
  });

  test('about a minor shows staff that it was handed over, and no more', async () => {
    const id = await insertMessage(app, { topic: 'Report content' });
    const { json } = await handOver(id, 'minor');
    expect(json.complaint).toMatchObject({ isVisible: false });
    const seen = await openConversation(app, rex, id);
    expect(seen.conversation.complaint).toMatchObject({ isVisible: true });
  });
});
