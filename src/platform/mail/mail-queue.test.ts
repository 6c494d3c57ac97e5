import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';
import type { Mail } from './mail-message.ts';
import { MAIL_QUEUE } from './mail.ts';
import { sentMails } from './sent-mails.table.ts';

const testMail = (subject: string): Mail => ({
  to: 'fan@example.test',
  subject,
  heading: 'Hello',
  paragraphs: ['A word.'],
});

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let app: TestApp;
let worker: { stop(): Promise<void> };
beforeEach(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: `smtp://desk:pa55word@${smtp.address}` });
  worker = await startWorker(app.services);
});
afterEach(async () => {
  await worker.stop();
  await app.close();
  await smtp.stop();
});

test('a mail that the server rejects temporarily is retried until it arrives, once', async () => {
  const { db, mail } = app;
  smtp.refuse(2);
  await db.execute(
    sql`update jobs.queue set retry_delay = 0, retry_backoff = false where name = ${MAIL_QUEUE.name}`,
  );
  await mail.queue(db, testMail('First'));
  await expect.poll(() => smtp.mails.length).toBe(1);
  expect(smtp.refusals()).toBe(2);
  await mail.queue(db, testMail('Second'));
  await expect.poll(() => smtp.mails.length).toBe(2);
  expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toEqual(['First', 'Second']);
});

test('mails queued concurrently are all sent, each exactly once', async () => {
  const { db, mail } = app;
  const subjects = Array.from({ length: 30 }, (_, number) => `Mail ${number}`);
  await Promise.all(subjects.map((subject) => mail.queue(db, testMail(subject))));
  await expect.poll(() => smtp.mails.length).toBe(subjects.length);
  const arrived = smtp.mails.map(({ headers }) => headers.get('subject'));
  expect(arrived).toHaveLength(subjects.length);
  expect(new Set(arrived)).toEqual(new Set(subjects));
});

test('what the server answered to a mail about a record is stored, and of no other mail', async () => {
  const { db, mail } = app;
  const recordId = randomUUID();
  await mail.queue(db, { ...testMail('Receipt'), recordId });
  await mail.queue(db, testMail('Password'));
  await expect.poll(() => smtp.mails.length).toBe(2);
  await expect.poll(() => db.select().from(sentMails)).toHaveLength(1);
  const [sent] = await db.select().from(sentMails);
  const received = smtp.mails.find(({ headers }) => headers.get('subject') === 'Receipt');
  expect(sent).toMatchObject({
    recordId,
    subject: 'Receipt',
    messageId: received!.headers.get('message-id'),
    reply: expect.stringMatching(/^250 /),
  });
});

test('a mail whose answer cannot be stored is not sent again', async () => {
  const { db, mail } = app;
  await db.execute(sql`alter table sent_mails add constraint refused check (subject = '')`);
  await mail.queue(db, { ...testMail('Receipt'), recordId: randomUUID() });
  await expect.poll(() => smtp.mails.length).toBe(1);
  const state = () => db.execute(sql`select state from jobs.job where name = ${MAIL_QUEUE.name}`);
  await expect.poll(async () => (await state()).rows).toEqual([{ state: 'completed' }]);
  expect(smtp.mails).toHaveLength(1);
});

test('a mail is sent only if the transaction that queued it commits', async () => {
  const { db, mail } = app;
  const failing = db.transaction(async (tx) => {
    await mail.queue(tx, testMail('Never'));
    throw new Error('something else went wrong');
  });
  await expect(failing).rejects.toThrow('something else went wrong');
  const { rows } = await db.execute(sql`select 1 from jobs.job where name = ${MAIL_QUEUE.name}`);
  expect(rows).toEqual([]);
});

test('an invalid mail is refused when it is queued', async () => {
  const { db, mail } = app;
  await expect(mail.queue(db, { ...testMail('x'), to: 'a@x.test, b@x.test' })).rejects.toThrow();
});
