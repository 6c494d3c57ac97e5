import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  insertMessage,
  openConversation,
  reply,
} from '#src/features/backoffice/inbox/server/inbox.testing.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';
import { contactReplies } from './contact-replies.table.ts';
import { contactMessages } from './contact.table.ts';
import { SIGNATURE_HEADER, signInboundMail } from './inbound-signature.ts';
import { replyAddress } from './reply-address.ts';
import { markReplyFailed, REPLY_MAIL_QUEUE, sendReplyMail } from './reply-mails.ts';

const SECRET = 'a-secret-of-the-mail-service-0123456789';
const ADA = 'ada@example.test';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  smtp = await startSmtp({
    onRcptTo({ address }, _session, done) {
      if (address !== 'nobody@example.test') return done();
      return done(Object.assign(new Error('no such user'), { responseCode: 550 }));
    },
  });
  app = await createTestApp({
    SMTP_URL: `smtp://desk:pa55word@${smtp.address}`,
    INBOUND_MAIL_ADDRESS: 'reply@club.example',
    INBOUND_MAIL_SECRET: SECRET,
  });
  staff = await app.as('staff');
});
beforeEach(async () => {
  await app.db.delete(contactMessages);
  await app.db.execute(sql`delete from jobs.job`);
  smtp.mails.length = 0;
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

/** Replies and sends the mail. @returns the id of the reply */
async function sendReply(id: string, text?: string): Promise<string> {
  const { replyId } = (await reply(app, staff, id, text)).json;
  await sendReplyMail(app.services, { replyId });
  return replyId;
}
const entriesOf = async (id: string) =>
  (await openConversation(app, staff, id)).conversation.entries;
const conversationOf = async (id: string) => (await openConversation(app, staff, id)).conversation;
const addressOf = (id: string) => replyAddress(app.config, id)!;

describe('the mail of a reply', () => {
  test('asks for answers at the address of its conversation, whatever it contains', async () => {
    const id = await insertMessage(app);
    const replyId = await sendReply(id, 'Hello Ada\r\nBcc: all@example.test\n\n<b>Second</b>');
    expect(smtp.mails).toMatchObject([{ to: [ADA] }]);
    const { headers, text, html } = smtp.mails[0]!;
    expect(headers.get('reply-to')).toBe(addressOf(id));
    expect(headers.get('subject')).toBe('Re: My account');
    expect(headers.get('message-id')).toMatch(new RegExp(`^<${replyId}@`));
    expect(headers.get('bcc')).toBeUndefined();
    // It is no automatic mail, which programs may leave unanswered.
    expect(headers.get('auto-submitted')).toBeUndefined();
    expect(text).toContain('<b>Second</b>');
    expect(text).toContain('I cannot find my receipt of May.');
    expect(html).toContain('&lt;b&gt;Second&lt;/b&gt;');
    expect(await entriesOf(id)).toMatchObject([{ id: replyId, sentAt: expect.any(String) }]);
  });

  test('is sent by the worker once, and not after an undo', async () => {
    const [id, undone] = [await insertMessage(app), await insertMessage(app)];
    await reply(app, staff, id);
    const { replyId } = (await reply(app, staff, undone)).json;
    await app.call('POST', `/api/inbox/${undone}/replies/${replyId}/undo`, { user: staff });
    await app.db.execute(
      sql`update jobs.job set start_after = now() where name = ${REPLY_MAIL_QUEUE.name}`,
    );
    const worker = await startWorker(app.services);
    await expect
      .poll(async () => (await entriesOf(id))[0]?.sentAt ?? null)
      .toEqual(expect.any(String));
    await sendReplyMail(app.services, { replyId: (await entriesOf(id))[0]!.id });
    await worker.stop();
    expect(smtp.mails).toHaveLength(1);
  });

  test('that the recipient’s server refuses has failed at once, and can be sent again', async () => {
    const id = await insertMessage(app, { email: 'nobody@example.test' });
    const replyId = await sendReply(id);
    expect(await entriesOf(id)).toMatchObject([
      { failedAt: expect.any(String), failure: 'refused', sentAt: null },
    ]);
    await app.db.update(contactMessages).set({ email: ADA });
    await app.call('POST', `/api/inbox/${id}/replies/${replyId}/resend`, { user: staff });
    await sendReplyMail(app.services, { replyId });
    expect(await entriesOf(id)).toMatchObject([{ sentAt: expect.any(String), failure: null }]);
  });

  test('that no server takes is delayed, and has failed after the last attempt', async () => {
    const id = await insertMessage(app);
    smtp.refuse(1);
    await expect(sendReply(id)).rejects.toThrow();
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({ failedAt: null, failure: 'unavailable' });
    await markReplyFailed(app.db, { replyId: entry!.id });
    expect(await entriesOf(id)).toMatchObject([{ failedAt: expect.any(String) }]);
  });

  test('has a person’s address for answers if no mails are received', async () => {
    const { inbound: _, ...mail } = app.config.mail;
    const withMail = (contact: string | undefined) => ({
      ...app.services,
      config: { ...app.config, mail: { ...mail, inbound: undefined, contact } },
    });
    for (const [contact, address] of [
      ['desk@club.example', 'desk@club.example'],
      [undefined, staff.email],
    ] as const) {
      const { replyId } = (await reply(app, staff, await insertMessage(app))).json;
      await sendReplyMail(withMail(contact), { replyId });
      expect(smtp.mails.at(-1)!.headers.get('reply-to')).toBe(address);
    }
  });
});

describe('a received mail', () => {
  const mail = (id: string, values: object = {}) => ({
    messageId: '<one@mail.example>',
    from: 'Ada@Example.test',
    to: ['else@club.example', addressOf(id).toUpperCase()],
    text: 'Thank you!\n\nOn 12 Nov 2026 Velvet Rope wrote:\n> Hello Ada.',
    ...values,
  });
  const seconds = () => Math.floor(Date.now() / 1000);
  const post = (body: string, signature = signInboundMail(SECRET, body, seconds())) =>
    app.app.request('/webhooks/inbound-mail', {
      method: 'POST',
      body,
      headers: { [SIGNATURE_HEADER]: signature, 'content-type': 'application/json' },
    });
  const receive = async (values: object) => {
    const response = await post(JSON.stringify(values));
    return { status: response.status, json: await response.json() };
  };

  test('opens its conversation again and is shown as text, with its quotation apart', async () => {
    const id = await insertMessage(app);
    await sendReply(id);
    await app.call('POST', `/api/inbox/${id}/archive`, { user: staff });
    const text = '<img src=x onerror=alert(1)>\0 \ud800\n> Hello';
    expect((await receive(mail(id, { text }))).json).toEqual({ stored: true });
    expect(await conversationOf(id)).toMatchObject({
      answeredAt: null,
      archivedAt: null,
      entries: [
        { isReceived: false },
        {
          isReceived: true,
          fromEmail: ADA,
          text: '<img src=x onerror=alert(1)> \ufffd',
          quoted: '> Hello',
        },
      ],
    });
    await sendReply(id, 'Again');
    const { headers } = smtp.mails.at(-1)!;
    expect(headers.get('in-reply-to')).toBe('<one@mail.example>');
  });

  test('is stored once, also if it arrives twice at the same time', async () => {
    const id = await insertMessage(app, { answeredAt: new Date() });
    const answers = await Promise.all([1, 2, 3].map(() => receive(mail(id))));
    expect(answers.filter(({ json }) => json.stored)).toHaveLength(1);
    expect(await entriesOf(id)).toHaveLength(1);
    const { rows } = await app.db.execute(
      sql`select from jobs.job where name = ${MAIL_QUEUE.name}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('does not conflict with the same message that is open again', async () => {
    const values = { answeredAt: new Date(), fingerprint: 'same' };
    const id = await insertMessage(app, values);
    await insertMessage(app, { fingerprint: 'same' });
    expect((await receive(mail(id))).json).toEqual({ stored: true });
    expect((await conversationOf(id)).answeredAt).toBeNull();
  });

  test('of a program, or without a valid address token, is left out', async () => {
    const id = await insertMessage(app, { answeredAt: new Date() });
    const address = addressOf(id);
    const forged = address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    for (const values of [
      { autoSubmitted: 'auto-replied' },
      { to: ['reply@club.example'] },
      { to: [forged] },
      { to: [address.replace('club.example', 'else.example')] },
    ]) {
      expect((await receive(mail(id, values))).json).toEqual({ stored: false });
    }
    await app.db.delete(contactMessages).where(eq(contactMessages.id, id));
    expect((await receive(mail(id))).json).toEqual({ stored: false });
    expect(await app.db.select().from(contactReplies)).toEqual([]);
  });

  test('is refused without a recent signature of exactly this mail', async () => {
    const body = JSON.stringify(mail(await insertMessage(app)));
    for (const signature of [
      '',
      signInboundMail('another-secret', body, seconds()),
      signInboundMail(SECRET, `${body} `, seconds()),
      signInboundMail(SECRET, body, seconds() - 600),
    ]) {
      expect((await post(body, signature)).status).toBe(400);
    }
    expect(await app.db.select().from(contactReplies)).toEqual([]);
  });

  test.each([
    ['no JSON', 'x'],
    ['another form', '{"from":"ada@example.test"}'],
    ['a Message-ID with a line break', JSON.stringify({ messageId: '<a\r\nBcc: b@c>' })],
  ])('with %s is refused', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('is limited in size, length and number', async () => {
    const id = await insertMessage(app);
    expect((await post('x'.repeat(300_000))).status).toBe(413);
    const statuses: number[] = [];
    for (let number = 0; number <= 20; number++) {
      const values = { messageId: `<${number}@mail.example>`, text: 'x'.repeat(30_000) };
      statuses.push((await receive(mail(id, values))).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    expect((await entriesOf(id))[0]!.text).toHaveLength(20_000);
  });
});
