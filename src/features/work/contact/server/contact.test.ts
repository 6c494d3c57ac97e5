import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { BOT_TRAP } from '#src/lib/bot-trap.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { CONTACT_PAGE_SIZE, type ContactMessage } from '../contact.schema.ts';
import { contactMessages } from './contact.table.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  await app.db.delete(contactMessages);
  await app.limits.contact.reset('local');
});
afterAll(() => app.close());

const message = {
  name: 'Ada Lindqvist',
  email: 'ada@example.test',
  topic: 'My account',
  message: 'I cannot find my invoice of May.',
};
const send = (change: Record<string, unknown> = {}, user?: TestUser) =>
  app.call('POST', '/api/contact', { user, body: { ...message, ...change } });
const list = async (query = '', user = staff) => {
  const { json } = await app.call('GET', `/api/contact${query}`, { user });
  return json as { messages: ContactMessage[]; nextCursor: string | null };
};
const markAnswered = (id: string, user: TestUser) =>
  app.call('POST', `/api/contact/${id}/answered`, { user });
const undo = (id: string, user: TestUser) =>
  app.call('POST', `/api/contact/${id}/undo-answered`, { user });
const stored = () => app.db.select().from(contactMessages);

describe('a message', () => {
  test('of visitors and signed-in users reaches admins and staff', async () => {
    const senders = await Promise.all(
      (['subscriber', 'influencer', 'staff', 'admin'] as const).map((role) => app.as(role)),
    );
    for (const sender of [undefined, ...senders]) {
      const name = sender?.email ?? 'A visitor';
      expect(await send({ name }, sender)).toMatchObject({ status: 200, json: {} });
    }
    const names = ['A visitor', ...senders.map(({ email }) => email)];
    for (const reader of [staff, senders.at(-1)!]) {
      const { messages } = await list('', reader);
      expect(messages.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    }
  });

  test('is stored unchanged, in any script and with hostile text', async () => {
    const typed = {
      name: `'; drop table users; -- <b>Ада</b> 李雷 \u202e`,
      message: '<script>alert(1)</script>\n{{7*7}} ${x} %00 😀 שלום عالم\r\nBcc: all@example.test',
    };
    await send(typed);
    const { messages } = await list();
    expect(messages).toMatchObject([{ ...message, ...typed }]);
  });

  test('sent repeatedly is stored once while it is open', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    answers.push(await send({ name: ' Ada Lindqvist', email: 'ADA@example.test' }));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await stored()).toHaveLength(1);
  });

  test('is stored again after the first one was answered', async () => {
    await send();
    await markAnswered((await stored())[0]!.id, staff);
    await send();
    expect(await stored()).toHaveLength(2);
    expect((await list()).messages).toHaveLength(1);
  });

  test('that differs in any field is a separate message', async () => {
    await send();
    await send({ name: 'Ada L.' });
    await send({ email: 'lindqvist@example.test' });
    await send({ topic: 'Something else' });
    await send({ message: `${message.message}!` });
    expect(await stored()).toHaveLength(5);
  });

  test('of a bot that filled in the trap gets a success response but is not stored', async () => {
    expect(await send({ [BOT_TRAP]: 'https://spam.example' })).toMatchObject({
      status: 200,
      json: {},
    });
    expect(await stored()).toEqual([]);
  });

  test('that is invalid is refused with errors by field', async () => {
    const { status, json } = await send({ email: 'ada', message: 'short' });
    expect(status).toBe(400);
    expect(json.errors.map(({ path }: { path: string }) => path)).toEqual(['email', 'message']);
    expect(await stored()).toEqual([]);
  });

  test.each(['name', 'message'])('with a %s that cannot be stored is refused', async (path) => {
    const { status, json } = await send({ [path]: 'Nothing\0 to see here' });
    expect([status, json.errors]).toEqual([
      400,
      [{ path, message: 'This contains characters that cannot be stored' }],
    ]);
    expect(await stored()).toEqual([]);
  });

  test('is refused after ten messages from an address within an hour', async () => {
    const sendNumber = (number: number) => send({ message: `This is message number ${number}.` });
    for (let number = 1; number <= 10; number++) {
      expect((await sendNumber(number)).status).toBe(200);
    }
    expect(await sendNumber(11)).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
    expect(await stored()).toHaveLength(10);
  });
});

describe('the list of open messages', () => {
  test('is paged, newest first, also if the message of the cursor was answered in the meantime', async () => {
    const start = Date.UTC(2026, 0, 1);
    // Pairs with the same instant: the order must be unique.
    const rows = Array.from({ length: CONTACT_PAGE_SIZE + 3 }, (_, index) => ({
      ...message,
      topic: 'My account' as const,
      name: `Sender ${index}`,
      fingerprint: `fingerprint ${index}`,
      createdAt: new Date(start + Math.floor(index / 2) * 1000),
    }));
    await app.db.insert(contactMessages).values(rows);
    const first = await list();
    expect(first.messages).toHaveLength(CONTACT_PAGE_SIZE);
    const second = await list(`?cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null });
    await markAnswered(first.messages.at(-1)!.id, staff);
    expect(await list(`?cursor=${first.nextCursor}`)).toEqual(second);
    const all = [...first.messages, ...second.messages];
    expect(all).toHaveLength(rows.length);
    expect(new Set(all.map(({ id }) => id)).size).toBe(rows.length);
    const instants = all.map(({ createdAt }) => createdAt);
    expect(instants).toEqual(instants.toSorted().toReversed());
  });

  test('is empty when all messages are answered, and refuses an invalid cursor', async () => {
    expect(await list()).toEqual({ messages: [], nextCursor: null });
    const { status } = await app.call('GET', '/api/contact?cursor=nonsense', { user: staff });
    expect(status).toBe(400);
  });

  test('is refused to visitors, fans and influencers', async () => {
    await send();
    const [storedMessage] = await stored();
    for (const user of [undefined, await app.as('subscriber'), await app.as('influencer')]) {
      const status = user ? 403 : 401;
      expect(await app.call('GET', '/api/contact', { user })).toMatchObject({ status });
      const marking = app.call('POST', `/api/contact/${storedMessage!.id}/answered`, { user });
      expect(await marking).toMatchObject({ status });
    }
    expect((await list()).messages).toHaveLength(1);
  });
});

describe('a message that is marked as answered', () => {
  test('leaves the list and records the first user who marked it', async () => {
    await send();
    const { id } = (await stored())[0]!;
    const admin = await app.as('admin');
    expect(await markAnswered(id, admin)).toMatchObject({ status: 200 });
    const [answered] = await stored();
    expect(answered).toMatchObject({ answeredBy: admin.id, answeredAt: expect.any(Date) });
    expect((await list()).messages).toEqual([]);

    expect(await markAnswered(id, staff)).toMatchObject({ status: 200 });
    expect(await stored()).toEqual([answered]);
  });

  test('by several users concurrently records one of them', async () => {
    await send();
    const { id } = (await stored())[0]!;
    const readers = await Promise.all([app.as('admin'), app.as('staff'), app.as('staff')]);
    const answers = await Promise.all(readers.map((reader) => markAnswered(id, reader)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [answered] = await app.db
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, id));
    expect(readers.map((reader) => reader.id)).toContain(answered!.answeredBy);
  });

  test('is open again after whoever marked it undoes it, once', async () => {
    await send();
    const { id } = (await stored())[0]!;
    await markAnswered(id, staff);
    const answers = await Promise.all([undo(id, staff), undo(id, staff)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await stored()).toMatchObject([{ answeredAt: null, answeredBy: null }]);
    expect((await list()).messages).toMatchObject([{ id }]);
    expect((await undo(id, staff)).json.detail).toBe('This message is open already');
  });

  test('is not opened again by others, nor while the same message is open', async () => {
    await send();
    const { id } = (await stored())[0]!;
    await markAnswered(id, staff);
    expect((await undo(id, await app.as('admin'))).json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: 'staff 1 has marked this message as answered',
    });
    await send();
    expect((await undo(id, staff)).json.code).toBe('conflict');
    expect((await undo(randomUUID(), staff)).status).toBe(404);
  });

  test('must exist', async () => {
    expect(await markAnswered(randomUUID(), staff)).toMatchObject({
      status: 404,
      json: { code: 'not-found' },
    });
    expect(await markAnswered('nonsense', staff)).toMatchObject({ status: 400 });
  });
});

describe('a message of an influencer', () => {
  const request = { topic: 'My profile', message: 'Please change my bio.' };
  const sendAsInfluencer = (user: TestUser, change: object = {}) =>
    app.call('POST', '/api/agency-messages', { user, body: { ...request, ...change } });

  test('carries the name and address of the account, whatever the request says', async () => {
    const nova = await app.as('influencer');
    const answer = await sendAsInfluencer(nova, { name: 'Somebody', email: 'other@example.test' });
    expect(answer.status).toBe(200);
    const { messages } = await list();
    const sender = { email: nova.email, influencerId: nova.id };
    expect(messages).toMatchObject([{ ...request, ...sender }]);
    expect(messages[0]!.name).not.toBe('Somebody');
  });

  test('sent repeatedly is stored once while it is open', async () => {
    const nova = await app.as('influencer');
    await Promise.all(Array.from({ length: 5 }, () => sendAsInfluencer(nova)));
    expect(await stored()).toHaveLength(1);
  });

  test('is refused for fans, and with a topic of the public form', async () => {
    const fan = await app.as('subscriber');
    expect((await sendAsInfluencer(fan)).status).toBe(403);
    const nova = await app.as('influencer');
    expect((await sendAsInfluencer(nova, { topic: 'Report content' })).status).toBe(400);
  });

  test('reaches limited staff only if they work with the influencer', async () => {
    const [own, other] = [await app.as('influencer'), await app.as('influencer')];
    const limited = await createLimitedStaff(app, own);
    await sendAsInfluencer(own);
    await sendAsInfluencer(other);
    await send();
    const senders = (await list('', limited)).messages.map(({ influencerId }) => influencerId);
    expect(senders).toEqual([null, own.id]);
  });

  test('disappears with the account of the influencer', async () => {
    const nova = await app.as('influencer');
    await sendAsInfluencer(nova);
    await app.db.delete(users).where(eq(users.id, nova.id));
    expect(await stored()).toEqual([]);
  });
});
