import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedUser } from '#src/features/backoffice/users/server/users.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { issueOneTimeToken } from '#src/features/identity/auth/server/one-time-tokens.ts';
import { ROLES } from '#src/lib/roles.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import {
  confirm,
  confirmToken,
  moveTo,
  queuedMails,
  requestChange,
} from './email-addresses.testing.ts';
import { sweepConfirmations } from './sweep-confirmations.ts';

const CONFIRM = 'Confirm your email address';

let app: TestApp;
let fan: TestUser;
let email: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
  email = `new-${fan.email}`;
  await app.limits.emailLink.reset('local');
});
afterAll(() => app.close());

const emailOf = async ({ id }: TestUser) => (await storedUser(app, id))!.email;
const ownEmail = async (user: TestUser) =>
  (await app.call('GET', '/api/account/email', { user })).json;
const subjectsTo = async (to: string) => (await queuedMails(app, to)).map(({ subject }) => subject);
const stored = () =>
  app.db.select().from(emailConfirmations).where(eq(emailConfirmations.userId, fan.id));

describe('changing one’s own email address', () => {
  test.each(ROLES)(
    'needs the current password and the link at the new address, as %s',
    async (role) => {
      const me = await app.as(role);
      const to = `new-${me.email}`;
      const wrong = 'Your current password is incorrect';
      expect(await requestChange(app, me, to, 'not-the-password')).toMatchObject({
        status: 401,
        json: {
          code: 'invalid-credentials',
          errors: [{ path: 'currentPassword', message: wrong }],
        },
      });
      expect(await queuedMails(app, to)).toEqual([]);
      expect((await requestChange(app, me, to)).json).toEqual({});
      expect(await emailOf(me)).toBe(me.email);
      expect(await ownEmail(me)).toEqual({ email: me.email, isConfirmed: true, pendingEmail: to });
      expect(await confirm(app, await confirmToken(app, to))).toMatchObject({
        status: 200,
        json: { email: to, isConfirmed: true },
      });
      expect(await ownEmail(me)).toEqual({ email: to, isConfirmed: true, pendingEmail: null });
      expect((await storedUser(app, me.id))!.email).toBe(to);
      expect(await app.signIn(to)).toContain('session_token');
    },
  );

  test('limits guesses of the current password', async () => {
    for (let i = 0; i < 10; i += 1) {
      expect((await requestChange(app, fan, email, `wrong-${i}`)).status).toBe(401);
    }
    expect((await requestChange(app, fan, email)).status).toBe(429);
  });

  test('to the same address is refused at its field', async () => {
    expect(await requestChange(app, fan, fan.email.toUpperCase())).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'email' }] },
    });
  });

  test('sends at most five mails an hour, to one address however many ask', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect((await requestChange(app, fan, `${i}-${email}`)).status).toBe(200);
    }
    expect((await requestChange(app, fan, email)).status).toBe(429);
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.as('subscriber')));
    for (const other of others) {
      expect((await requestChange(app, other, 'victim@example.test')).status).toBe(200);
    }
    expect(await queuedMails(app, 'victim@example.test')).toHaveLength(5);
  });

  test('does not tell whether somebody else has the address, except to its owner', async () => {
    const other = await app.as('subscriber');
    const answers = [await requestChange(app, fan, email), await ownEmail(fan)];
    const alike = [await requestChange(app, fan, other.email), await ownEmail(fan)];
    expect(alike[0]).toMatchObject({ status: answers[0].status, json: answers[0].json });
    expect(alike[1]).toEqual({ ...answers[1], pendingEmail: other.email });
    expect(await subjectsTo(other.email)).toEqual(['You already have an account']);
    expect(JSON.stringify(await queuedMails(app, other.email))).not.toContain(fan.email);
  });

  test('can be cancelled', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const path = '/api/account/email/confirmation';
    expect((await app.call('DELETE', path, { user: fan })).status).toBe(200);
    expect((await confirm(app, token)).status).toBe(404);
    expect(await ownEmail(fan)).toMatchObject({ email: fan.email, pendingEmail: null });
  });
});

describe('the link at the new address', () => {
  test('does not hand the address over to an account whose password its owner does not know', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const stranger = await app.as('subscriber');
    const confirmAs = (user?: TestUser, currentPassword?: string) =>
      app.call('POST', '/api/email-confirmation/confirm', {
        user,
        body: { token, currentPassword },
      });
    for (const answer of [
      await confirmAs(),
      await confirmAs(stranger),
      await confirmAs(undefined, 'not-the-password'),
    ]) {
      expect(answer.json.code).toBe('invalid-credentials');
    }
    expect(await emailOf(fan)).toBe(fan.email);
    expect((await confirmAs(fan)).status).toBe(200);
    expect(await emailOf(fan)).toBe(email);
  });

  test('needs no password if an admin requested the change', async () => {
    const admin = await app.as('admin');
    const body = { version: 1, email, fullName: 'Ada', phone: null };
    await app.call('PATCH', `/api/users/${fan.id}`, { user: admin, body });
    expect((await confirm(app, await confirmToken(app, email), 'not-the-password')).status).toBe(
      200,
    );
  });

  test('changes nothing when it is only read, as mail scanners do', async () => {
    await requestChange(app, fan, email);
    const body = { token: await confirmToken(app, email) };
    const read = () => app.call('POST', '/api/email-confirmation', { body });
    expect((await read()).json).toEqual({ email, isConfirmed: false, needsPassword: true });
    expect(await emailOf(fan)).toBe(fan.email);
    await confirm(app, body.token);
    expect((await read()).json).toEqual({ email, isConfirmed: true, needsPassword: false });
  });

  test('works once, even when used several times simultaneously, and says so again', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(app, token)));
    answers.push(await confirm(app, token));
    for (const answer of answers) expect(answer.json).toMatchObject({ email, isConfirmed: true });
    expect(await subjectsTo(fan.email)).toEqual(['Your email address was changed']);
    expect(await subjectsTo(email)).toEqual([CONFIRM, 'Your email address was changed']);
  });

  test('is refused when forged, expired or replaced by that of another address', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const [{ id } = { id: '' }] = await stored();
    for (const forged of ['', 'x', id, `${id}.AAAA`, token.slice(0, -1)]) {
      expect((await confirm(app, forged)).status).toBe(404);
    }
    await app.db
      .update(emailConfirmations)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(emailConfirmations.id, id));
    expect((await confirm(app, token)).json.code).toBe('not-found');
    await requestChange(app, fan, `other-${email}`);
    expect((await confirm(app, token)).status).toBe(404);
    expect(await stored()).toHaveLength(1);
    expect(await emailOf(fan)).toBe(fan.email);
  });

  test('stays valid when it is sent again', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const path = '/api/account/email/confirmation';
    expect((await app.call('POST', path, { user: fan })).status).toBe(200);
    expect(await subjectsTo(email)).toEqual([CONFIRM, CONFIRM]);
    expect((await confirm(app, token)).status).toBe(200);
    expect((await app.call('POST', path, { user: fan })).json.code).toBe('not-allowed-in-state');
  });

  test('changes nothing when somebody else has taken the address meanwhile', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const other = await app.as('subscriber');
    await app.db.update(users).set({ email }).where(eq(users.id, other.id));
    expect((await confirm(app, token)).json.code).toBe('email-taken');
    expect(await emailOf(fan)).toBe(fan.email);
    expect(await queuedMails(app, fan.email)).toEqual([]);
  });

  test('lets only one of two people have an address that both requested', async () => {
    const other = await app.as('subscriber');
    const tokens: string[] = [];
    for (const person of [fan, other]) {
      await requestChange(app, person, email);
      tokens.push(await confirmToken(app, email));
    }
    const answers = await Promise.all(tokens.map((token) => confirm(app, token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('ends the reset links that were sent to the previous address', async () => {
    const token = await issueOneTimeToken(
      app.db,
      { purpose: 'password-reset', subject: fan.id },
      1,
    );
    await moveTo(app, fan, email);
    const body = { token, newPassword: 'somebody-elses-1' };
    expect((await app.call('POST', '/api/auth/reset-password', { body })).status).toBe(404);
    expect(await app.signIn(email, PASSWORD)).toContain('session_token');
  });

  test('makes an edit that the back office opened before a conflict', async () => {
    const admin = await app.as('admin');
    await moveTo(app, fan, email);
    const body = { version: 1, email: fan.email, fullName: 'Ada' };
    const answer = await app.call('PATCH', `/api/users/${fan.id}`, { user: admin, body });
    expect(answer.json.code).toBe('conflict');
  });
});

test('confirmations are deleted when their links have expired, and not before', async () => {
  await moveTo(app, fan, email);
  await requestChange(app, fan, `again-${email}`);
  await sweepConfirmations(app.db);
  expect(await stored()).toHaveLength(2);
  const past = new Date(Date.now() - 1000);
  await app.db.update(emailConfirmations).set({ expiresAt: past });
  await sweepConfirmations(app.db);
  expect(await stored()).toMatchObject([{ previousEmail: fan.email }]);
  await app.db.update(emailConfirmations).set({ undoableUntil: past });
  await sweepConfirmations(app.db);
  expect(await stored()).toEqual([]);
});
