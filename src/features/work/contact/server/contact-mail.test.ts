import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { BOT_TRAP } from '#src/lib/bot-trap.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { contactMessages } from './contact.table.ts';

const DESK = 'desk@club.example';

let app: TestApp;
let appWithContactAddress: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  appWithContactAddress = await createTestApp({ CONTACT_EMAIL: DESK });
});
beforeEach(async () => {
  for (const { db, limits } of [app, appWithContactAddress]) {
    await db.execute(sql`delete from jobs.job`);
    await db.delete(contactMessages);
    await db.delete(users);
    await limits.contact.reset('local');
  }
});
afterAll(async () => {
  await app.close();
  await appWithContactAddress.close();
});

const message = {
  name: 'Ada Lindqvist',
  email: 'ada@example.test',
  topic: 'Copyright (DMCA)',
  message: 'The third picture\nof that page is mine.',
};
const send = (to: TestApp, change: Record<string, string> = {}) =>
  to.call('POST', '/api/contact', { body: { ...message, ...change } });

async function queuedMails({ db }: TestApp): Promise<Mail[]> {
  const { rows } = await db.execute<{ data: Mail }>(
    sql`select data from jobs.job where name = ${MAIL_QUEUE.name}`,
  );
  return rows.map(({ data }) => data);
}

test('a message is mailed to each admin and staff user, with the sender as reply address', async () => {
  const readers = [await app.as('admin'), await app.as('staff')];
  await app.as('influencer');
  await app.as('subscriber');
  await send(app);
  const mails = await queuedMails(app);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    readers.map(({ email }) => email).toSorted(),
  );
  expect(mails[0]).toMatchObject({
    replyTo: message.email,
    subject: 'New message: Copyright (DMCA)',
    paragraphs: ['Ada Lindqvist (ada@example.test) wrote:', message.message],
    action: { url: expect.stringContaining(`${app.config.publicUrl}/inbox?id=`) },
  });
});

test('suspended staff receive no mail', async () => {
  const { email } = await app.as('staff');
  const suspended = await app.as('staff');
  await app.db
    .update(users)
    .set({ banned: true })
    .where(sql`${users.id} = ${suspended.id}`);
  await send(app);
  expect((await queuedMails(app)).map(({ to }) => to)).toEqual([email]);
});

test('if a contact address is configured, messages are sent only there', async () => {
  await appWithContactAddress.as('admin');
  await send(appWithContactAddress);
  expect((await queuedMails(appWithContactAddress)).map(({ to }) => to)).toEqual([DESK]);
});

test('a message that is sent several times concurrently is mailed once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => send(appWithContactAddress)));
  expect(await queuedMails(appWithContactAddress)).toHaveLength(1);
});

test('a message from a bot is not mailed', async () => {
  await send(appWithContactAddress, { [BOT_TRAP]: 'https://spam.example' });
  expect(await queuedMails(appWithContactAddress)).toEqual([]);
});

test('long names and hostile lines do not prevent the mail', async () => {
  const name = '名'.repeat(200);
  expect(
    await send(appWithContactAddress, { name, message: 'Bcc: all@example.test\r\n\r\n.\r\n' }),
  ).toMatchObject({
    status: 200,
  });
  expect(await queuedMails(appWithContactAddress)).toHaveLength(1);
});
