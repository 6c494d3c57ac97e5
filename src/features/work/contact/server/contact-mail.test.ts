import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { BOT_TRAP } from '#src/lib/bot-trap.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { contactMessages } from './contact.table.ts';

const DESK = 'desk@club.example';

let house: TestApp;
let houseWithDesk: TestApp;
beforeAll(async () => {
  house = await createTestApp();
  houseWithDesk = await createTestApp({ CONTACT_EMAIL: DESK });
});
beforeEach(async () => {
  for (const { db, limits } of [house, houseWithDesk]) {
    await db.execute(sql`delete from jobs.job`);
    await db.delete(contactMessages);
    await db.delete(users);
    await limits.contact.reset('local');
  }
});
afterAll(async () => {
  await house.close();
  await houseWithDesk.close();
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

test('a message is mailed to each admin and staff user, to be answered by a reply', async () => {
  const readers = [await house.as('admin'), await house.as('staff')];
  await house.as('influencer');
  await house.as('subscriber');
  await send(house);
  const mails = await queuedMails(house);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    readers.map(({ email }) => email).toSorted(),
  );
  expect(mails[0]).toMatchObject({
    replyTo: message.email,
    subject: 'New message: Copyright (DMCA)',
    paragraphs: ['Ada Lindqvist (ada@example.test) wrote:', message.message],
    action: { url: `${house.config.publicUrl}/dashboard` },
  });
});

test('suspended staff get no mail', async () => {
  const { email } = await house.as('staff');
  const suspended = await house.as('staff');
  await house.db
    .update(users)
    .set({ banned: true })
    .where(sql`${users.id} = ${suspended.id}`);
  await send(house);
  expect((await queuedMails(house)).map(({ to }) => to)).toEqual([email]);
});

test('with a mailbox configured for it, a message goes there alone', async () => {
  await houseWithDesk.as('admin');
  await send(houseWithDesk);
  expect((await queuedMails(houseWithDesk)).map(({ to }) => to)).toEqual([DESK]);
});

test('a message that is sent several times at once is mailed once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => send(houseWithDesk)));
  expect(await queuedMails(houseWithDesk)).toHaveLength(1);
});

test('a message from a bot is not mailed', async () => {
  await send(houseWithDesk, { [BOT_TRAP]: 'https://spam.example' });
  expect(await queuedMails(houseWithDesk)).toEqual([]);
});

test('the longest of names and hostile lines do not keep a message from being mailed', async () => {
  const name = '名'.repeat(200);
  expect(
    await send(houseWithDesk, { name, message: 'Bcc: all@example.test\r\n\r\n.\r\n' }),
  ).toMatchObject({
    status: 200,
  });
  expect(await queuedMails(houseWithDesk)).toHaveLength(1);
});
