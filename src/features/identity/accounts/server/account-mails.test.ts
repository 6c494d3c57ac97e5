import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirm,
  confirmToken,
  moveTo,
} from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';

const NEW_PASSWORD = 'a-new-password';
const PASSWORD_CHANGED = 'Your password was changed';
const CONFIRM_EMAIL = 'Confirm your email address';
const EMAIL_CHANGED = 'Your email address was changed';

let app: TestApp;
let staff: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    PUBLIC_URL: 'https://app.test',
    REQUIRE_CONFIRMED_EMAIL: 'false',
  });
  [staff, admin] = [await app.as('staff'), await app.as('admin')];
});
afterAll(() => app.close());

async function mailsTo(email: string): Promise<Mail[]> {
  const { rows } = await app.db.execute<{ data: Mail }>(sql`
    select data from jobs.job where name = ${MAIL_QUEUE.name} and data ->> 'to' = ${email}
    order by created_on`);
  return rows.map(({ data }) => data);
}
const edit = (user: TestUser, change: object, by = staff) =>
  app.call('PATCH', `/api/users/${user.id}`, {
    user: by,
    body: { version: 1, email: user.email, fullName: 'Ada', ...change },
  });
const changePassword = (user: TestUser, currentPassword: string) =>
  app.call('POST', '/api/auth/change-password', {
    user,
    body: { currentPassword, newPassword: NEW_PASSWORD },
  });

const expectedMail = (subject: string, words: RegExp) => ({
  subject,
  paragraphs: expect.arrayContaining([expect.stringMatching(words)]),
  footnote: expect.stringContaining('https://app.test/contact'),
});

describe('a new fan', () => {
  const fan = (email: string) => ({
    email,
    password: PASSWORD,
    gender: 'female',
    sexualPreference: 'straight',
    dateOfBirth: '1990-04-01',
    preferences: ['Cosplay'],
  });

  test('confirms the address, and then receives one welcome mail that names nobody in its subject', async () => {
    const body = fan('welcome@example.test');
    expect((await app.call('POST', '/api/fans', { body })).status).toBe(200);
    expect((await app.call('POST', '/api/fans', { body })).status).toBe(409);
    const link = { kind: 'confirm-email-link' };
    expect(await mailsTo(body.email)).toMatchObject([{ subject: CONFIRM_EMAIL, action: link }]);
    for (let i = 0; i < 2; i += 1) await confirm(app, await confirmToken(app, body.email));
    expect((await mailsTo(body.email)).slice(1)).toMatchObject([
      {
        subject: 'Welcome! Your account is ready',
        action: { url: 'https://app.test/marketplace' },
        footnote: expect.stringContaining('https://app.test/contact'),
      },
    ]);
  });

  test('receives no mail if the sign-up fails', async () => {
    await app.db.execute(sql`alter table user_roles rename to user_roles_away`);
    const body = fan('failed@example.test');
    const { status } = await app.call('POST', '/api/fans', { body });
    await app.db.execute(sql`alter table user_roles_away rename to user_roles`);
    expect(status).toBe(500);
    expect(await mailsTo(body.email)).toEqual([]);
  });
});

describe('a password', () => {
  test.each(['admin', 'staff', 'influencer', 'subscriber'] as const)(
    'changed by %s is reported by mail, without the password',
    async (role) => {
      const user = await app.as(role);
      expect((await changePassword(user, PASSWORD)).status).toBe(200);
      const mails = await mailsTo(user.email);
      expect(mails).toMatchObject([
        expectedMail(PASSWORD_CHANGED, /just changed, and every other/),
      ]);
      expect(mails[0]!.footnote).toContain('https://app.test/forgot-password');
      expect(JSON.stringify(mails)).not.toContain(NEW_PASSWORD);
    },
  );

  test('changed together with preferences is reported, preferences alone are not', async () => {
    const user = await app.as('subscriber');
    const preferences = {
      gender: null,
      sexualPreference: null,
      preferences: [],
      specialDataConsent: false,
    };
    const save = (body: object) => app.call('PUT', '/api/account', { user, body });
    expect((await save(preferences)).status).toBe(200);
    expect(await mailsTo(user.email)).toEqual([]);
    const password = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await save({ ...preferences, password })).status).toBe(200);
    expect(await mailsTo(user.email)).toMatchObject([{ subject: PASSWORD_CHANGED }]);
  });

  test('whose change was refused is not reported', async () => {
    const user = await app.as('subscriber');
    expect((await changePassword(user, 'wrong-password')).status).toBe(401);
    const stale = await edit(user, { version: 7, email: 'x@example.test' }, admin);
    expect(stale.status).toBe(409);
    expect([...(await mailsTo(user.email)), ...(await mailsTo('x@example.test'))]).toEqual([]);
  });
});

test('the notification mails are delivered', async () => {
  const smtp = await startSmtp();
  const sending = await createTestApp({ SMTP_URL: `smtp://desk:pa55word@${smtp.address}` });
  const worker = await startWorker(sending.services);
  try {
    const user = await sending.as('subscriber');
    const email = `new-${user.email}`;
    await moveTo(sending, user, email);
    await sending.call('POST', '/api/auth/change-password', {
      user,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    await expect.poll(() => smtp.mails.length).toBe(4);
    const deliveredMails = smtp.mails.map(({ to, headers }) => [to[0], headers.get('subject')]);
    expect(deliveredMails).toEqual(
      expect.arrayContaining([
        [email, CONFIRM_EMAIL],
        [user.email, EMAIL_CHANGED],
        [email, EMAIL_CHANGED],
        [email, PASSWORD_CHANGED],
      ]),
    );
  } finally {
    await worker.stop();
    await sending.close();
    await smtp.stop();
  }
});
